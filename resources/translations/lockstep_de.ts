<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name>lockstep</name>
    <message>
        <source>metric (%1)</source>
        <translation>Metrik (%1)</translation>
    </message>
    <message>
        <source>no complete step yet</source>
        <translation>noch kein vollständiger Schritt</translation>
    </message>
    <message>
        <source>only one rank is known; waits are visible only between ranks</source>
        <translation>nur ein Rang ist bekannt; Warten ist nur zwischen Rängen sichtbar</translation>
    </message>
    <message>
        <source>the same ranks are repeatedly late, but replays without their delays are no faster</source>
        <translation>dieselben Ränge sind wiederholt verspätet, aber ohne ihre Verzögerungen nachgespielt sind die Schritte nicht kürzer</translation>
    </message>
    <message>
        <source>no step has been replayed yet, and the blame is spread over many ranks</source>
        <translation>noch kein Schritt nachgespielt, und die Wartezeit verteilt sich auf viele Verursacher</translation>
    </message>
    <message>
        <source>for an hour</source>
        <translation>für eine Stunde</translation>
    </message>
    <message>
        <source>for eight hours</source>
        <translation>für acht Stunden</translation>
    </message>
    <message>
        <source>for a day</source>
        <translation>für einen Tag</translation>
    </message>
    <message>
        <source>for a week</source>
        <translation>für eine Woche</translation>
    </message>
    <message>
        <source>until I unmute it</source>
        <translation>bis ich die Stummschaltung aufhebe</translation>
    </message>
    <message>
        <source>Confirm alert</source>
        <translation>Alarm bestätigen</translation>
    </message>
    <message>
        <source>Reject alert...</source>
        <translation>Alarm ablehnen...</translation>
    </message>
    <message>
        <source>Mute or unmute alert...</source>
        <translation>Alarm stummschalten oder Stummschaltung aufheben...</translation>
    </message>
    <message>
        <source>Assign alert...</source>
        <translation>Alarm zuweisen...</translation>
    </message>
    <message>
        <source>No alert selected</source>
        <translation>Kein Alarm ausgewählt</translation>
    </message>
    <message>
        <source>This alert has already cleared: %1</source>
        <translation>Dieser Alarm ist bereits beendet: %1</translation>
    </message>
    <message>
        <source>Cannot send alerts: %1</source>
        <translation>Alarme können nicht gesendet werden: %1</translation>
    </message>
    <message>
        <source>Play sound on new critical alerts</source>
        <translation>Ton bei neuen kritischen Alarmen abspielen</translation>
    </message>
    <message>
        <source>Acknowledge alert</source>
        <translation>Alarm quittieren</translation>
    </message>
    <message>
        <source>Go to alert onset</source>
        <translation>Zum Beginn des Alarms gehen</translation>
    </message>
    <message>
        <source>Shelve alert for 30 min</source>
        <translation>Alarm 30 min zurückstellen</translation>
    </message>
    <message>
        <source>Reopen alert</source>
        <translation>Alarm wieder öffnen</translation>
    </message>
    <message>
        <source>This alert is already acknowledged. Press Shift+U to reopen it.</source>
        <translation>Dieser Alarm ist bereits quittiert. Umschalt+U öffnet ihn wieder.</translation>
    </message>
    <message>
        <source>This alert is neither acknowledged nor shelved.</source>
        <translation>Dieser Alarm ist weder quittiert noch zurückgestellt.</translation>
    </message>
    <message>
        <source>This alert is muted. Press M to unmute it.</source>
        <translation>Dieser Alarm ist stummgeschaltet. M hebt das auf.</translation>
    </message>
    <message>
        <source>Alert acknowledged. Press Ctrl+Z to undo.</source>
        <translation>Alarm quittiert. Strg+Z macht das rückgängig.</translation>
    </message>
    <message>
        <source>Alert shelved for 30 min. Press Ctrl+Z to undo.</source>
        <translation>Alarm für 30 min zurückgestellt. Strg+Z macht das rückgängig.</translation>
    </message>
    <message>
        <source>Alert reopened. Press Ctrl+Z to undo.</source>
        <translation>Alarm wieder geöffnet. Strg+Z macht das rückgängig.</translation>
    </message>
    <message>
        <source>Send alerts...</source>
        <translation>Alarme senden...</translation>
    </message>
    <message>
        <source>Compare with a recording</source>
        <translation>Mit einer Aufzeichnung vergleichen</translation>
    </message>
    <message>
        <source>Cycle through value, baseline and difference</source>
        <translation>Wert, Vergleichsbasis, Differenz durchschalten</translation>
    </message>
    <message>
        <source>Show relative change</source>
        <translation>Relative Änderung zeigen</translation>
    </message>
    <message>
        <source>Align baseline with cursor</source>
        <translation>Vergleichsbasis am Cursor ausrichten</translation>
    </message>
    <message>
        <source>Swap with baseline</source>
        <translation>Mit Vergleichsbasis tauschen</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Vergleich beenden</translation>
    </message>
    <message>
        <source>Compare with marked range</source>
        <translation>Mit markiertem Bereich vergleichen</translation>
    </message>
    <message>
        <source>Compare with marked range point by point</source>
        <translation>Mit markiertem Bereich Punkt für Punkt vergleichen</translation>
    </message>
    <message>
        <source>Compare with a recording...</source>
        <translation>Mit einer Aufzeichnung vergleichen...</translation>
    </message>
    <message>
        <source>Compare with a bundle...</source>
        <translation>Mit einem Bundle vergleichen...</translation>
    </message>
    <message>
        <source>Practise with a drill...</source>
        <translation>Mit einem Störfall üben...</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Agents (host:port, separated by commas), or a Prometheus server (http://host:9090):</source>
        <translation>Agenten (Host:Port, durch Komma getrennt) oder ein Prometheus-Server (http://host:9090):</translation>
    </message>
    <message>
        <source>Save screenshot</source>
        <translation>Screenshot speichern</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>Cannot save the image to %1. Choose another folder.</source>
        <translation>Das Bild kann nicht nach %1 gespeichert werden. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Open a bundle (an incident with its recording)</source>
        <translation>Bundle öffnen (ein Vorfall mit seiner Aufzeichnung)</translation>
    </message>
    <message>
        <source>Bundles (*.lockstep *.sqlite);;All files (*)</source>
        <translation>Bundles (*.lockstep *.sqlite);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a cluster file</source>
        <translation>Cluster-Datei öffnen</translation>
    </message>
    <message>
        <source>Cluster files (*.toml)</source>
        <translation>Cluster-Dateien (*.toml)</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Open traces of one job (one file per rank, or one file for all ranks)</source>
        <translation>Traces eines Jobs öffnen (eine Datei je Rang oder eine für alle Ränge)</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz *.pickle *.pkl *.log);;All files (*)</source>
        <translation>Traces (*.json *.json.gz *.gz *.pickle *.pkl *.log);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Connect to agents...</source>
        <translation>Mit Agenten verbinden...</translation>
    </message>
    <message>
        <source>Connect to Prometheus...</source>
        <translation>Mit Prometheus verbinden...</translation>
    </message>
    <message>
        <source>Open a cluster file...</source>
        <translation>Cluster-Datei öffnen...</translation>
    </message>
    <message>
        <source>Open a recording...</source>
        <translation>Aufzeichnung öffnen...</translation>
    </message>
    <message>
        <source>Open a bundle...</source>
        <translation>Bundle öffnen...</translation>
    </message>
    <message>
        <source>Open traces...</source>
        <translation>Traces öffnen...</translation>
    </message>
    <message>
        <source>Record PyTorch trace...</source>
        <translation>PyTorch-Trace aufzeichnen...</translation>
    </message>
    <message>
        <source>Fetch Flight Recorder dumps...</source>
        <translation>Flight-Recorder-Dumps abrufen...</translation>
    </message>
    <message>
        <source>Start demo</source>
        <translation>Demo starten</translation>
    </message>
    <message>
        <source>Monitor this machine</source>
        <translation>Diese Maschine beobachten</translation>
    </message>
    <message>
        <source>Close data source</source>
        <translation>Datenquelle schließen</translation>
    </message>
    <message>
        <source>Save screenshot...</source>
        <translation>Screenshot speichern...</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Save hall image</source>
        <translation>Hallenbild speichern</translation>
    </message>
    <message>
        <source>Size of hall image</source>
        <translation>Größe des Hallenbilds</translation>
    </message>
    <message>
        <source>Width × height in pixels:</source>
        <translation>Breite × Höhe in Pixeln:</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid size. Enter width x height in pixels, at most 64 million pixels in total.</source>
        <translation>„%1“ ist keine gültige Größe. Geben Sie Breite x Höhe in Pixeln ein, insgesamt höchstens 64 Millionen Pixel.</translation>
    </message>
    <message>
        <source>Save hall image...</source>
        <translation>Hallenbild speichern...</translation>
    </message>
    <message>
        <source>There is nothing to export: no job has a known tenant.</source>
        <translation>Es gibt nichts zu exportieren: Von keinem Job ist der Mandant bekannt.</translation>
    </message>
    <message>
        <source>Export tenant report</source>
        <translation>Mandantenbericht exportieren</translation>
    </message>
    <message>
        <source>HTML (*.html);;CSV (*.csv);;JSON (*.json)</source>
        <translation>HTML (*.html);;CSV (*.csv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Cannot write to %1. Choose another folder.</source>
        <translation>%1 kann nicht geschrieben werden. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Plan and place jobs...</source>
        <translation>Jobs planen und platzieren...</translation>
    </message>
    <message>
        <source>Export tenant report...</source>
        <translation>Mandantenbericht exportieren...</translation>
    </message>
    <message>
        <source>No later bookmark. Press B to set one.</source>
        <translation>Kein späteres Lesezeichen. B setzt eines.</translation>
    </message>
    <message>
        <source>No earlier bookmark. Press B to set one.</source>
        <translation>Kein früheres Lesezeichen. B setzt eines.</translation>
    </message>
    <message>
        <source>Step back one tick</source>
        <translation>Einen Tick zurück</translation>
    </message>
    <message>
        <source>Step forward one tick</source>
        <translation>Einen Tick vor</translation>
    </message>
    <message>
        <source>Go to previous span of selection</source>
        <translation>Zurück zum Span der Auswahl</translation>
    </message>
    <message>
        <source>Go to next span of selection</source>
        <translation>Vor zum Span der Auswahl</translation>
    </message>
    <message>
        <source>Go to previous event of selection</source>
        <translation>Zurück zum Ereignis der Auswahl</translation>
    </message>
    <message>
        <source>Go to next event of selection</source>
        <translation>Vor zum Ereignis der Auswahl</translation>
    </message>
    <message>
        <source>Set or remove bookmark</source>
        <translation>Lesezeichen setzen oder entfernen</translation>
    </message>
    <message>
        <source>Go to previous bookmark</source>
        <translation>Zum vorigen Lesezeichen</translation>
    </message>
    <message>
        <source>Go to next bookmark</source>
        <translation>Zum nächsten Lesezeichen</translation>
    </message>
    <message>
        <source>Go live</source>
        <translation>Zu live wechseln</translation>
    </message>
    <message>
        <source>Go to end</source>
        <translation>Zum Ende gehen</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Wiedergabe oder Pause</translation>
    </message>
    <message>
        <source>Play faster</source>
        <translation>Schneller abspielen</translation>
    </message>
    <message>
        <source>Play slower</source>
        <translation>Langsamer abspielen</translation>
    </message>
    <message>
        <source>Loop visible range</source>
        <translation>Sichtbaren Bereich wiederholen</translation>
    </message>
    <message>
        <source>Show 1 minute</source>
        <translation>1 Minute zeigen</translation>
    </message>
    <message>
        <source>Show 5 minutes</source>
        <translation>5 Minuten zeigen</translation>
    </message>
    <message>
        <source>Show 10 minutes</source>
        <translation>10 Minuten zeigen</translation>
    </message>
    <message>
        <source>Show full range</source>
        <translation>Ganzen Bereich zeigen</translation>
    </message>
    <message>
        <source>Zoom to marked range</source>
        <translation>Auf markierten Bereich zoomen</translation>
    </message>
    <message>
        <source>No range marked. Shift + drag along a time axis to mark one.</source>
        <translation>Kein Bereich markiert. Umschalt + Ziehen über einer Zeitachse markiert einen.</translation>
    </message>
    <message>
        <source>Zoom in on time axis</source>
        <translation>Zeitachse vergrößern</translation>
    </message>
    <message>
        <source>Zoom out on time axis</source>
        <translation>Zeitachse verkleinern</translation>
    </message>
    <message>
        <source>Clear marked range</source>
        <translation>Markierung aufheben</translation>
    </message>
    <message>
        <source>Traces and dumps are available only while connected to agents</source>
        <translation>Traces und Dumps gibt es nur, während Agenten verbunden sind</translation>
    </message>
    <message>
        <source>Fetch dumps of this alert&apos;s job...</source>
        <translation>Dumps des Jobs dieses Alarms abrufen...</translation>
    </message>
    <message>
        <source>Record trace of this alert&apos;s job...</source>
        <translation>Trace des Jobs dieses Alarms aufzeichnen...</translation>
    </message>
    <message>
        <source>Panel: %1</source>
        <translation>Ansicht: %1</translation>
    </message>
    <message>
        <source>Workspace %1 (%2)</source>
        <translation>Arbeitsbereich %1 (%2)</translation>
    </message>
    <message>
        <source>Reset workspace</source>
        <translation>Arbeitsbereich zurücksetzen</translation>
    </message>
    <message>
        <source>Toggle dark theme</source>
        <translation>Dunkles Design ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>The fault had not yet begun.</source>
        <translation>Die Störung hatte noch nicht begonnen.</translation>
    </message>
    <message>
        <source>There was no fault.</source>
        <translation>Es gab keine Störung.</translation>
    </message>
    <message>
        <source>%1 at %2, which began at %3.</source>
        <translation>%1 an %2, begonnen um %3.</translation>
    </message>
    <message>
        <source>You reported a problem %1 after the fault began.</source>
        <translation>Sie haben %1 nach Beginn der Störung ein Problem gemeldet.</translation>
    </message>
    <message>
        <source>You reported a problem at %1, before the fault began.</source>
        <translation>Sie haben um %1 ein Problem gemeldet, bevor die Störung begann.</translation>
    </message>
    <message>
        <source>You asked for the answer without submitting a diagnosis.</source>
        <translation>Sie haben die Lösung angefordert, ohne eine Diagnose abzugeben.</translation>
    </message>
    <message>
        <source>Your diagnosis at %1: no fault.</source>
        <translation>Ihre Diagnose um %1: keine Störung.</translation>
    </message>
    <message>
        <source>Your diagnosis at %1: %2. Place: %3.</source>
        <translation>Ihre Diagnose um %1: %2. Ort: %3.</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Lockstep raised no alert for this fault.</source>
        <translation>Lockstep hat zu dieser Störung keinen Alarm gemeldet.</translation>
    </message>
    <message>
        <source>Lockstep raised an alert at %1: %2</source>
        <translation>Lockstep meldete um %1 einen Alarm: %2</translation>
    </message>
    <message>
        <source>Lockstep&apos;s diagnosis: %1.</source>
        <translation>Diagnose von Lockstep: %1.</translation>
    </message>
    <message>
        <source>Exercise: problem reported at %1. Now diagnose its cause and place.</source>
        <translation>Übung: Problem um %1 gemeldet. Bestimmen Sie nun Ursache und Ort.</translation>
    </message>
    <message>
        <source>Exercise started at %1. A fault may or may not occur.</source>
        <translation>Übung um %1 begonnen. Eine Störung kann auftreten oder ausbleiben.</translation>
    </message>
    <message>
        <source>Correct, %1 after the fault began</source>
        <translation>Richtig, %1 nach Beginn der Störung</translation>
    </message>
    <message>
        <source>Correct: there was no fault</source>
        <translation>Richtig: Es gab keine Störung</translation>
    </message>
    <message>
        <source>The fault had not yet begun</source>
        <translation>Die Störung hatte noch nicht begonnen</translation>
    </message>
    <message>
        <source>There was no fault</source>
        <translation>Es gab keine Störung</translation>
    </message>
    <message>
        <source>Answer: %1</source>
        <translation>Lösung: %1</translation>
    </message>
    <message>
        <source>Correct cause, wrong place</source>
        <translation>Richtige Ursache, falscher Ort</translation>
    </message>
    <message>
        <source>Incorrect: the fault had not yet begun</source>
        <translation>Falsch: Die Störung hatte noch nicht begonnen</translation>
    </message>
    <message>
        <source>Incorrect: there was no fault</source>
        <translation>Falsch: Es gab keine Störung</translation>
    </message>
    <message>
        <source>Incorrect cause</source>
        <translation>Falsche Ursache</translation>
    </message>
    <message>
        <source> · only in the displayed data: %1</source>
        <translation> · nur in den gezeigten Daten: %1</translation>
    </message>
    <message>
        <source> · only in the baseline: %1</source>
        <translation> · nur in der Vergleichsbasis: %1</translation>
    </message>
    <message>
        <source>Baseline: mean of %1, %2</source>
        <translation>Vergleichsbasis: Mittelwert von %1, %2</translation>
    </message>
    <message>
        <source>Baseline: mean of %1</source>
        <translation>Vergleichsbasis: Mittelwert von %1</translation>
    </message>
    <message>
        <source>Baseline: %1, compared point by point; its %2 is aligned with %3 UTC</source>
        <translation>Vergleichsbasis: %1, Punkt für Punkt verglichen; ihr %2 liegt auf %3 UTC</translation>
    </message>
    <message>
        <source>Baseline: %1, compared point by point; %2 is aligned with %3 UTC</source>
        <translation>Vergleichsbasis: %1, Punkt für Punkt verglichen; %2 liegt auf %3 UTC</translation>
    </message>
    <message>
        <source> · computing the mean…</source>
        <translation> · Mittelwert wird berechnet…</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose des Programms</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>Frames drawn: %1</source>
        <translation>Gezeichnete Bilder: %1</translation>
    </message>
    <message>
        <source>Frame time: median %1, p99 %2</source>
        <translation>Zeit je Bild: Median %1, p99 %2</translation>
    </message>
    <message>
        <source>Latency from sample to screen: median %1, p99 %2</source>
        <translation>Verzögerung von der Messung bis zum Bildschirm: Median %1, p99 %2</translation>
    </message>
    <message>
        <source>Ticks queued: %1, dropped: %2</source>
        <translation>Ticks in der Warteschlange: %1, verworfen: %2</translation>
    </message>
    <message>
        <source>Batches applied: %1, samples: %2</source>
        <translation>Übernommene Pakete: %1, Messwerte: %2</translation>
    </message>
    <message>
        <source>Memory used for metrics: %1</source>
        <translation>Speicher für Metriken: %1</translation>
    </message>
    <message>
        <source>CPU used by agents: %1</source>
        <translation>CPU-Nutzung der Agenten: %1</translation>
    </message>
    <message>
        <source>mean %1, maximum %2 of one core</source>
        <translation>im Mittel %1, höchstens %2 eines Kerns</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Find command, component or metric...</source>
        <translation>Befehl, Komponente oder Metrik suchen...</translation>
    </message>
    <message>
        <source>Filter topology</source>
        <translation>Topologie filtern</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten zeigen</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>Switches</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Cooling loop</source>
        <translation>Kühlkreis</translation>
    </message>
    <message>
        <source>Cooling loops</source>
        <translation>Kühlkreise</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>CPU core</source>
        <translation>CPU-Kern</translation>
    </message>
    <message>
        <source>CPU cores</source>
        <translation>CPU-Kerne</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>Disks</source>
        <translation>Laufwerke</translation>
    </message>
    <message>
        <source>Sensor</source>
        <translation>Sensor</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>Sensoren</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>Tenants</source>
        <translation>Mandanten</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>Flags</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>%1%2s ago</source>
        <translation>vor %1%2s</translation>
    </message>
    <message>
        <source>%1%2min ago</source>
        <translation>vor %1%2min</translation>
    </message>
    <message>
        <source>%1%2h ago</source>
        <translation>vor %1%2h</translation>
    </message>
    <message>
        <source>%1%2d ago</source>
        <translation>vor %1%2d</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verlegt</translation>
    </message>
    <message>
        <source>wrong rate</source>
        <translation>falsche Rate</translation>
    </message>
    <message>
        <source>extra</source>
        <translation>zusätzlich</translation>
    </message>
    <message>
        <source>%1 ranks · %2</source>
        <translation>%1 Ränge · %2</translation>
    </message>
    <message>
        <source>%1 ranks · %2 of %3</source>
        <translation>%1 Ränge · %2 von %3</translation>
    </message>
    <message>
        <source>far end unknown</source>
        <translation>Gegenseite unbekannt</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>no job</source>
        <translation>kein Job</translation>
    </message>
    <message>
        <source> ± %1</source>
        <translation> ± %1</translation>
    </message>
    <message>
        <source>%1, learned from data since %2</source>
        <translation>%1, gelernt aus Daten seit %2</translation>
    </message>
    <message>
        <source>%1, learned from %2 of data since %3</source>
        <translation>%1, gelernt aus %2 Daten seit %3</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Storage server of</source>
        <translation>Storage-Server von</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>Pool</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Standort</translation>
    </message>
    <message>
        <source>rack %1, unit %2</source>
        <translation>Rack %1, Höheneinheit %2</translation>
    </message>
    <message>
        <source>Planned peer</source>
        <translation>Geplante Gegenseite</translation>
    </message>
    <message>
        <source>Planned rate</source>
        <translation>Geplante Rate</translation>
    </message>
    <message>
        <source>Rail</source>
        <translation>Rail</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>live at this time</source>
        <translation>zu dieser Zeit live</translation>
    </message>
    <message>
        <source>no data at this time</source>
        <translation>zu dieser Zeit keine Daten</translation>
    </message>
    <message>
        <source>never reported</source>
        <translation>nie gemeldet</translation>
    </message>
    <message>
        <source>stale, last sample %1</source>
        <translation>veraltet, letzter Messwert %1</translation>
    </message>
    <message>
        <source>live, %1</source>
        <translation>live, %1</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>offset not measured yet</source>
        <translation>Abweichung noch nicht gemessen</translation>
    </message>
    <message>
        <source>%1%2 ± %3 relative to this machine</source>
        <translation>%1%2 ± %3 gegenüber dieser Maschine</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>none in memory</source>
        <translation>keine im Speicher</translation>
    </message>
    <message>
        <source>%1; missed samples: %2; most recent at %3, for %4: %5</source>
        <translation>%1; fehlende Messwerte: %2; zuletzt um %3, für %4: %5</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n cores</source>
        <translation>
            <numerusform>%1, %n Kern</numerusform>
            <numerusform>%1, %n Kerne</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>%1, sampling interval %2</source>
        <translation>%1, Messintervall %2</translation>
    </message>
    <message>
        <source>row %1, rack %2, unit %3</source>
        <translation>Reihe %1, Rack %2, Höheneinheit %3</translation>
    </message>
    <message>
        <source>Collector %1</source>
        <translation>Kollektor %1</translation>
    </message>
    <message>
        <source>off: %1</source>
        <translation>aus: %1</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>Basiswert: %1</translation>
    </message>
    <message>
        <source>CDU</source>
        <translation>CDU</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Rated flow</source>
        <translation>Nenndurchfluss</translation>
    </message>
    <message>
        <source>Power feed</source>
        <translation>Einspeisung</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Cooled by</source>
        <translation>Gekühlt von</translation>
    </message>
    <message>
        <source>Contains</source>
        <translation>Enthält</translation>
    </message>
    <message>
        <source>Other agents</source>
        <translation>Weitere Agenten</translation>
    </message>
    <message>
        <source>%1, for switches, loops or jobs</source>
        <translation>%1, für Switches, Kreise oder Jobs</translation>
    </message>
    <message>
        <source>Reporting</source>
        <translation>Meldet</translation>
    </message>
    <message>
        <source>%1 live, %2 stale, %3 never reported%4</source>
        <translation>%1 live, %2 veraltet, %3 nie gemeldet%4</translation>
    </message>
    <message>
        <source>Not reporting</source>
        <translation>Meldet nicht</translation>
    </message>
    <message numerus="yes">
        <source>%n other agents</source>
        <translation>
            <numerusform>%n weiterer Agent</numerusform>
            <numerusform>%n weitere Agenten</numerusform>
        </translation>
    </message>
    <message>
        <source>Missed samples</source>
        <translation>Fehlende Messwerte</translation>
    </message>
    <message>
        <source>Samples received</source>
        <translation>Empfangene Messwerte</translation>
    </message>
    <message>
        <source>Data in memory</source>
        <translation>Daten im Speicher</translation>
    </message>
    <message>
        <source>%1 has stopped reporting. Its last value is too old to show.</source>
        <translation>%1 meldet nicht mehr. Der letzte Wert ist zu alt, um ihn zu zeigen.</translation>
    </message>
    <message>
        <source>No data: %1 did not report %2 at this time.</source>
        <translation>Keine Daten: %1 hat %2 zu dieser Zeit nicht gemeldet.</translation>
    </message>
    <message>
        <source>%1: %2 is %3.</source>
        <translation>%1: %2 ist %3.</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>%1: %2 is %3, above its %4 limit of %5.</source>
        <translation>%1: %2 ist %3, über der Grenze (%4) von %5.</translation>
    </message>
    <message>
        <source>%1: %2 is %3, below its %4 limit of %5.</source>
        <translation>%1: %2 ist %3, unter der Grenze (%4) von %5.</translation>
    </message>
    <message>
        <source>Derivation: %1.</source>
        <translation>Berechnung: %1.</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Warning limit</source>
        <translation>Warngrenze</translation>
    </message>
    <message>
        <source>Critical limit</source>
        <translation>Kritische Grenze</translation>
    </message>
    <message>
        <source>Value shown</source>
        <translation>Gezeigter Wert</translation>
    </message>
    <message>
        <source>worst of %1 components in this pixel</source>
        <translation>schlechtester von %1 Komponenten auf diesem Pixel</translation>
    </message>
    <message>
        <source>by severity</source>
        <translation>nach Schwere</translation>
    </message>
    <message>
        <source>productive</source>
        <translation>produktiv</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>lost work</source>
        <translation>verlorene Arbeit</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Is the host name correct? An IP address such as 10.0.0.17:7117 works without DNS.</source>
        <translation>Stimmt der Hostname? Eine IP-Adresse wie 10.0.0.17:7117 braucht kein DNS.</translation>
    </message>
    <message>
        <source>Can this machine resolve the name? Try &quot;getent hosts NAME&quot;.</source>
        <translation>Kann diese Maschine den Namen auflösen? Probieren Sie „getent hosts NAME“.</translation>
    </message>
    <message>
        <source>The host is up, but the port is closed. Is lockstep-agent running there?</source>
        <translation>Der Host läuft, aber der Port ist geschlossen. Läuft lockstep-agent dort?</translation>
    </message>
    <message>
        <source>Is the port correct? By default, an agent listens on port 7117 and accepts only local connections (--listen).</source>
        <translation>Stimmt der Port? Standardmäßig lauscht ein Agent auf Port 7117 und nimmt nur lokale Verbindungen an (--listen).</translation>
    </message>
    <message>
        <source>Is the host up? Does it answer ping?</source>
        <translation>Läuft der Host? Antwortet er auf ping?</translation>
    </message>
    <message>
        <source>Does a firewall block the port?</source>
        <translation>Sperrt eine Firewall den Port?</translation>
    </message>
    <message>
        <source>Is there a network route to the host?</source>
        <translation>Gibt es eine Netzwerkroute zum Host?</translation>
    </message>
    <message>
        <source>Is the address correct?</source>
        <translation>Stimmt die Adresse?</translation>
    </message>
    <message>
        <source>Do both sides use TLS? Pass --ca only if the agent uses TLS.</source>
        <translation>Verwenden beide Seiten TLS? Geben Sie --ca nur an, wenn der Agent TLS verwendet.</translation>
    </message>
    <message>
        <source>Is another program listening on that port?</source>
        <translation>Lauscht ein anderes Programm auf diesem Port?</translation>
    </message>
    <message>
        <source>Does --ca name the certificate authority that signed the agent&apos;s certificate?</source>
        <translation>Nennt --ca die Zertifizierungsstelle, die das Zertifikat des Agenten signiert hat?</translation>
    </message>
    <message>
        <source>Is the certificate valid for the host name that you connect to?</source>
        <translation>Gilt das Zertifikat für den Hostnamen, mit dem Sie sich verbinden?</translation>
    </message>
    <message>
        <source>Does --token-file contain the agent&apos;s token?</source>
        <translation>Enthält --token-file das Token des Agenten?</translation>
    </message>
    <message>
        <source>Is the port correct? Another program is listening on it.</source>
        <translation>Stimmt der Port? Ein anderes Programm lauscht darauf.</translation>
    </message>
    <message>
        <source>Is lockstep-agent running there, and does it accept connections from other machines (--listen)?</source>
        <translation>Läuft lockstep-agent dort, und nimmt er Verbindungen von anderen Maschinen an (--listen)?</translation>
    </message>
    <message>
        <source>Cannot connect to %1</source>
        <translation>Keine Verbindung zu %1</translation>
    </message>
    <message numerus="yes">
        <source>Cannot connect to any of the %n agents</source>
        <translation>
            <numerusform>Keine Verbindung zu %n Agent</numerusform>
            <numerusform>Keine Verbindung zu einem der %n Agenten</numerusform>
        </translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Retrying in %1.</source>
        <translation>Nächster Versuch in %1.</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut…</translation>
    </message>
    <message>
        <source>Draining nodes does not fix this cause</source>
        <translation>Das Drainen von Knoten behebt diese Ursache nicht</translation>
    </message>
    <message>
        <source>Lockstep does not run these commands</source>
        <translation>Lockstep führt diese Befehle nicht aus</translation>
    </message>
    <message>
        <source>Copy Slurm commands</source>
        <translation>Slurm-Befehle kopieren</translation>
    </message>
    <message>
        <source>Copy Kubernetes commands</source>
        <translation>Kubernetes-Befehle kopieren</translation>
    </message>
    <message>
        <source>Copy list of nodes to exclude</source>
        <translation>Liste auszuschließender Knoten kopieren</translation>
    </message>
    <message>
        <source>Nodes live</source>
        <translation>Knoten live</translation>
    </message>
    <message>
        <source>Nodes that are reporting, out of all known nodes.</source>
        <translation>Knoten, die Daten melden, von allen bekannten Knoten.</translation>
    </message>
    <message>
        <source>Other agents, which report only switches, cooling loops or jobs: %1 (%2 silent).</source>
        <translation>Weitere Agenten, die nur Switches, Kreise oder Jobs melden: %1 (%2 stumm).</translation>
    </message>
    <message>
        <source>%1 stale</source>
        <translation>%1 veraltet</translation>
    </message>
    <message>
        <source>%1 of %2 other agents silent</source>
        <translation>%1 von %2 weiteren Agenten stumm</translation>
    </message>
    <message>
        <source>GPUs live</source>
        <translation>GPUs live</translation>
    </message>
    <message>
        <source>GPUs on nodes that are reporting, out of all known GPUs.</source>
        <translation>GPUs auf Knoten, die Daten melden, von allen bekannten GPUs.</translation>
    </message>
    <message>
        <source>%1 silent</source>
        <translation>%1 stumm</translation>
    </message>
    <message>
        <source>Effective GPUs</source>
        <translation>Effektive GPUs</translation>
    </message>
    <message>
        <source>Effective GPUs = number of ranks of training jobs (%1) × goodput. %3 of %2 known GPUs are reporting.</source>
        <translation>Effektive GPUs = Zahl der Ränge von Trainingsjobs (%1) × Goodput. %3 von %2 bekannten GPUs melden.</translation>
    </message>
    <message>
        <source>Not measured.</source>
        <translation>Nicht gemessen.</translation>
    </message>
    <message>
        <source>The data of this moment is not in memory.</source>
        <translation>Die Daten dieses Zeitpunkts sind nicht im Speicher.</translation>
    </message>
    <message numerus="yes">
        <source>Sum of %n values of %1.</source>
        <translation>
            <numerusform>Summe von %n Wert: %1.</numerusform>
            <numerusform>Summe von %n Werten: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Highest of %n values of %1.</source>
        <translation>
            <numerusform>Höchster von %n Wert: %1.</numerusform>
            <numerusform>Höchster von %n Werten: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n values of %1.</source>
        <translation>
            <numerusform>Mittel von %n Wert: %1.</numerusform>
            <numerusform>Mittel von %n Werten: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 mean</source>
        <translation>%1-Mittel</translation>
    </message>
    <message>
        <source>Each value is averaged over %1.</source>
        <translation>Jeder Wert ist über %1 gemittelt.</translation>
    </message>
    <message>
        <source> No node is live; these are the last known values.</source>
        <translation> Kein Knoten ist live; dies sind die letzten bekannten Werte.</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>last 16 steps</source>
        <translation>letzte 16 Schritte</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>wird berechnet…</translation>
    </message>
    <message>
        <source>Lockstep is loading the steps up to this moment.</source>
        <translation>Die Schritte bis zu diesem Zeitpunkt werden geladen.</translation>
    </message>
    <message>
        <source>No job has reported a step up to this moment.</source>
        <translation>Bis zu diesem Zeitpunkt hat kein Job einen Schritt gemeldet.</translation>
    </message>
    <message>
        <source>Goodput: share of the GPU time of all jobs that was spent computing and transferring data, over the last 16 steps of each job. The rest: %1.</source>
        <translation>Goodput: Anteil der GPU-Zeit aller Jobs, der für Rechnen und Datentransfer verwendet wurde, über die letzten 16 Schritte jedes Jobs. Der Rest: %1.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Wait loss (1 step)</source>
        <translation>Warteverlust (1 Schritt)</translation>
    </message>
    <message>
        <source>Wait loss</source>
        <translation>Warteverlust</translation>
    </message>
    <message>
        <source>%1 of %2 ranks</source>
        <translation>%1 von %2 Rängen</translation>
    </message>
    <message>
        <source>Wait loss: share of the GPU time of all jobs that ranks spent waiting for other ranks, over the last 16 steps of each job. This is as if %1 of %2 ranks were idle.</source>
        <translation>Warteverlust: Anteil der GPU-Zeit aller Jobs, in der Ränge auf andere warteten, über die letzten 16 Schritte jedes Jobs. Das entspricht %1 von %2 Rängen im Leerlauf.</translation>
    </message>
    <message>
        <source>Cost: %1, from the mean GPU power and the rates in the Jobs view.</source>
        <translation>Kosten: %1, aus der mittleren GPU-Leistung und den Sätzen in der Ansicht Jobs.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Samples missed since this window opened: %1 of %2.</source>
        <translation>Fehlende Messwerte, seit dieses Fenster offen ist: %1 von %2.</translation>
    </message>
    <message>
        <source> Of these, %1 are from silent nodes and may still arrive.</source>
        <translation> Davon sind %1 von verstummten Knoten und können noch eintreffen.</translation>
    </message>
    <message>
        <source>%1 in total</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>%1 acknowledged</source>
        <translation>%1 quittiert</translation>
    </message>
    <message>
        <source>all acknowledged</source>
        <translation>alle quittiert</translation>
    </message>
    <message>
        <source>GPU utilisation</source>
        <translation>GPU-Auslastung</translation>
    </message>
    <message>
        <source>CPU utilisation</source>
        <translation>CPU-Auslastung</translation>
    </message>
    <message>
        <source>Hottest GPU</source>
        <translation>Heißeste GPU</translation>
    </message>
    <message>
        <source>Hottest sensor</source>
        <translation>Heißester Sensor</translation>
    </message>
    <message>
        <source>Node power</source>
        <translation>Knotenleistung</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>GPU-Leistung</translation>
    </message>
    <message>
        <source>Sensor power</source>
        <translation>Leistung (Sensoren)</translation>
    </message>
    <message>
        <source>Network TX</source>
        <translation>Netzwerk TX</translation>
    </message>
    <message>
        <source>Power feeds</source>
        <translation>Einspeisungen</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Storage</translation>
    </message>
    <message>
        <source>Communicators</source>
        <translation>Kommunikatoren</translation>
    </message>
    <message>
        <source>%1 abruptly</source>
        <translation>%1 abrupt</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>wahrscheinlich</translation>
    </message>
    <message>
        <source>possibly due to chance</source>
        <translation>möglicherweise Zufall</translation>
    </message>
    <message>
        <source>± %1 over %2 steps, %3</source>
        <translation>± %1 über %2 Schritte, %3</translation>
    </message>
    <message>
        <source>No compute spans, so drift cannot be determined.</source>
        <translation>Keine Rechen-Spans, daher ist keine Drift bestimmbar.</translation>
    </message>
    <message>
        <source>No drift: no rank slowed down relative to its peers over the last %1 steps.</source>
        <translation>Keine Drift: In den letzten %1 Schritten wurde kein Rang gegenüber seiner Vergleichsgruppe langsamer.</translation>
    </message>
    <message>
        <source>Too few steps to detect drift; about 200 are needed.</source>
        <translation>Zu wenige Schritte für die Erkennung einer Drift; etwa 200 sind nötig.</translation>
    </message>
    <message>
        <source>%1 slowed down abruptly: %2 relative to its peers.</source>
        <translation>%1 wurde abrupt langsamer: %2 gegenüber der Vergleichsgruppe.</translation>
    </message>
    <message>
        <source>%1 is slowing down: %2 (%3).</source>
        <translation>%1 wird langsamer: %2 (%3).</translation>
    </message>
    <message>
        <source>1 more rank is slowing down.</source>
        <translation>1 weiterer Rang wird langsamer.</translation>
    </message>
    <message>
        <source>%1 more ranks are slowing down.</source>
        <translation>%1 weitere Ränge werden langsamer.</translation>
    </message>
    <message>
        <source>DP %1, stage %2</source>
        <translation>DP %1, Stufe %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Steps take %1 times as long as ideal steps.</source>
        <translation>Schritte dauern %1-mal so lange wie ideale.</translation>
    </message>
    <message numerus="yes">
        <source>the %n slowest of %1 workers</source>
        <translation>
            <numerusform>den langsamsten von %1 Workern</numerusform>
            <numerusform>die %n langsamsten von %1 Workern</numerusform>
        </translation>
    </message>
    <message>
        <source> %1 of the loss is due to %2</source>
        <translation> %1 des Verlusts geht auf %2 zurück</translation>
    </message>
    <message>
        <source>, %1 to the last pipeline stage</source>
        <translation>, %1 auf die letzte Pipeline-Stufe</translation>
    </message>
    <message>
        <source>If only %1 were slow, steps would take %2 times as long as ideal steps</source>
        <translation>Wäre nur %1 langsam, dauerten Schritte %2-mal so lange wie ideale</translation>
    </message>
    <message>
        <source>The slowest rank of %1 takes %2 times as long as the median rank</source>
        <translation>Der langsamste Rang von %1 braucht %2-mal so lange wie der Median</translation>
    </message>
    <message>
        <source>Step time without this worker</source>
        <translation>Schrittzeit ohne diesen Worker</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>Step time relative to the ideal, if only this data-parallel rank is slow</source>
        <translation>Schrittzeit / ideal, wenn nur dieser datenparallele Rang langsam ist</translation>
    </message>
    <message>
        <source>Step time relative to the ideal, if only this stage is slow</source>
        <translation>Schrittzeit / ideal, wenn nur diese Stufe langsam ist</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>Job %1</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>%1 lösen</translation>
    </message>
    <message>
        <source>Pin %1 to the top</source>
        <translation>%1 oben anheften</translation>
    </message>
    <message>
        <source>Select %1</source>
        <translation>%1 auswählen</translation>
    </message>
    <message>
        <source>Unpin all lanes</source>
        <translation>Alle Spuren lösen</translation>
    </message>
    <message>
        <source>Filter...</source>
        <translation>Filtern...</translation>
    </message>
    <message>
        <source>Empty note.</source>
        <translation>Leere Notiz.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1-mal</translation>
    </message>
    <message>
        <source>Also here</source>
        <translation>Weitere hier</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>%1 waited %2</source>
        <translation>%1 wartete %2</translation>
    </message>
    <message>
        <source>%1 waited %2 in %3</source>
        <translation>%1 wartete %2 in %3</translation>
    </message>
    <message>
        <source>%1: step %2, %3</source>
        <translation>%1: Schritt %2, %3</translation>
    </message>
    <message>
        <source>marker</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>%1: idle, %2</source>
        <translation>%1: untätig, %2</translation>
    </message>
    <message>
        <source>%1: %2, %3, %4</source>
        <translation>%1: %2, %3, %4</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>uncertainty ±%1</source>
        <translation>Unsicherheit ±%1</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message numerus="yes">
        <source>%n more spans; zoom in to see each</source>
        <translation>
            <numerusform>%n weiterer Span; zum Anzeigen vergrößern</numerusform>
            <numerusform>%n weitere Spans; zum Anzeigen vergrößern</numerusform>
        </translation>
    </message>
    <message>
        <source>the spans of this time are still loading from the recording</source>
        <translation>die Spans dieser Zeit werden noch aus der Aufzeichnung geladen</translation>
    </message>
    <message>
        <source>no spans were recorded at this time</source>
        <translation>zu dieser Zeit wurden keine Spans aufgezeichnet</translation>
    </message>
    <message>
        <source>no span here; the next one begins at %1</source>
        <translation>hier kein Span; der nächste beginnt um %1</translation>
    </message>
    <message>
        <source>no span here; the last one ended %1 earlier</source>
        <translation>hier kein Span; der letzte endete %1 früher</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>no span here</source>
        <translation>hier kein Span</translation>
    </message>
    <message>
        <source>%1: no data, because %2 did not report</source>
        <translation>%1: keine Daten, weil %2 nicht gemeldet hat</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>%1: no data, because %2 is stale</source>
        <translation>%1: keine Daten, weil %2 veraltet ist</translation>
    </message>
    <message>
        <source>Last sample</source>
        <translation>Letzter Messwert</translation>
    </message>
    <message>
        <source>lanes: %1</source>
        <translation>Spuren: %1</translation>
    </message>
    <message>
        <source>spans: %1</source>
        <translation>Spans: %1</translation>
    </message>
    <message>
        <source>waits of %1 or more</source>
        <translation>Wartezeiten ab %1</translation>
    </message>
    <message>
        <source>No spans were recorded at this time</source>
        <translation>Zu dieser Zeit wurden keine Spans aufgezeichnet</translation>
    </message>
    <message>
        <source>Too many spans to draw. Zoom in to see them.</source>
        <translation>Zu viele Spans zum Zeichnen. Vergrößern zeigt sie.</translation>
    </message>
    <message>
        <source>Loading the spans of this time from the recording</source>
        <translation>Die Spans dieser Zeit werden aus der Aufzeichnung geladen</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>a lane</source>
        <translation>eine Spur</translation>
    </message>
    <message>
        <source>a collective</source>
        <translation>ein Collective</translation>
    </message>
    <message>
        <source>the links of %1 were slow</source>
        <translation>die Links von %1 waren langsam</translation>
    </message>
    <message>
        <source>checkpoints ended at different times</source>
        <translation>Checkpoints endeten zu verschiedenen Zeiten</translation>
    </message>
    <message>
        <source>%1 itself waited for %2</source>
        <translation>%1 wartete selbst auf %2</translation>
    </message>
    <message>
        <source>its compute time was %1 longer than its peers&apos;</source>
        <translation>seine Rechenzeit war %1 länger als die der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>%1 arrived last at %2; the others waited for it</source>
        <translation>%1 kam als letzter um %2 an; die anderen warteten darauf</translation>
    </message>
    <message>
        <source>%1 waited %2 for %3 in %4</source>
        <translation>%1 wartete %2 auf %3 in %4</translation>
    </message>
    <message>
        <source>3D hall</source>
        <translation>3D-Halle</translation>
    </message>
    <message>
        <source>Cannot draw the 3D view. %1 All other views still work.</source>
        <translation>Die 3D-Ansicht kann nicht gezeichnet werden. %1 Alle anderen Ansichten funktionieren weiterhin.</translation>
    </message>
    <message>
        <source>Drag racks</source>
        <translation>Racks ziehen</translation>
    </message>
    <message>
        <source>Temperature of the air and of the coolant</source>
        <translation>Temperatur der Luft und des Kühlmittels</translation>
    </message>
    <message>
        <source>stale, or partly silent</source>
        <translation>veraltet oder zum Teil stumm</translation>
    </message>
    <message>
        <source>not measured here</source>
        <translation>hier nicht gemessen</translation>
    </message>
    <message>
        <source>%1 of %2 nodes and switches are hidden because they are healthy</source>
        <translation>%1 von %2 Knoten und Switches sind ausgeblendet, weil sie unauffällig sind</translation>
    </message>
    <message>
        <source>%1   x %2 m   z %3 m</source>
        <translation>%1   x %2 m   z %3 m</translation>
    </message>
    <message>
        <source>%1   blocked by %2</source>
        <translation>%1   blockiert durch %2</translation>
    </message>
    <message>
        <source>%1 has too few peers for a comparison.</source>
        <translation>%1 hat zu wenige Vergleichspartner.</translation>
    </message>
    <message>
        <source>%1 has too few samples in the last minute to compute a rate of change.</source>
        <translation>%1 hat in der letzten Minute zu wenige Messwerte für eine Änderungsrate.</translation>
    </message>
    <message>
        <source>%1 reports no data for %2.</source>
        <translation>%1 meldet keine Daten für %2.</translation>
    </message>
    <message>
        <source>%1 is not measured on %2.</source>
        <translation>%1 wird an %2 nicht gemessen.</translation>
    </message>
    <message>
        <source>%1 is not reporting.</source>
        <translation>%1 meldet nicht.</translation>
    </message>
    <message>
        <source>%1 is not reporting; the last value of %2 was %3.</source>
        <translation>%1 meldet nicht; der letzte Wert von %2 war %3.</translation>
    </message>
    <message>
        <source>%1 of %2 is %3.</source>
        <translation>%1 von %2 ist %3.</translation>
    </message>
    <message>
        <source>Worst %1 in %2: %3, on %4.</source>
        <translation>%1 in %2, schlechtester Wert: %3, an %4.</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>Niedrigster Wert</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Höchster Wert</translation>
    </message>
    <message>
        <source>%1 %2 in %3: %4, on %5.</source>
        <translation>%1 von %2 in %3: %4, an %5.</translation>
    </message>
    <message>
        <source>recorded at %1</source>
        <translation>aufgezeichnet um %1</translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation>Gemessen an</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>No metric selected.</source>
        <translation>Keine Metrik ausgewählt.</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>part of this component is silent</source>
        <translation>ein Teil dieser Komponente ist stumm</translation>
    </message>
    <message>
        <source>This display does not support OpenGL.</source>
        <translation>Dieser Bildschirm unterstützt OpenGL nicht.</translation>
    </message>
    <message>
        <source>This display supports OpenGL %1.%2, but version 3.2 or later is required.</source>
        <translation>Dieser Bildschirm unterstützt OpenGL %1.%2, nötig ist aber mindestens Version 3.2.</translation>
    </message>
    <message>
        <source>The OpenGL driver of this display does not support off-screen rendering.</source>
        <translation>Der OpenGL-Treiber dieses Bildschirms kann nicht außerhalb des Bildschirms zeichnen.</translation>
    </message>
    <message>
        <source>Deviation from peers</source>
        <translation>Abweichung von der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>Change per minute</source>
        <translation>Änderung je Minute</translation>
    </message>
    <message>
        <source>Time to limit</source>
        <translation>Zeit bis zur Grenze</translation>
    </message>
    <message>
        <source>Age of last sample</source>
        <translation>Alter des letzten Messwerts</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>, deviation from peers</source>
        <translation>, Abweichung von der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>, change per minute</source>
        <translation>, Änderung je Minute</translation>
    </message>
    <message>
        <source>, time to limit</source>
        <translation>, Zeit bis zur Grenze</translation>
    </message>
    <message>
        <source>, age of the last sample</source>
        <translation>, Alter des letzten Messwerts</translation>
    </message>
    <message>
        <source>the job</source>
        <translation>der Job</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 on cooling loop %2</source>
        <translation>%1 am Kühlkreis %2</translation>
    </message>
    <message>
        <source>%1 in rack %2</source>
        <translation>%1 in Rack %2</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1 (%2 von %3)</translation>
    </message>
    <message>
        <source>compute time %1 longer than its peers&apos;</source>
        <translation>Rechenzeit %1 länger als die der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>compute time up to %1 longer than their peers&apos;</source>
        <translation>Rechenzeit bis zu %1 länger als die der Vergleichsgruppe</translation>
    </message>
    <message numerus="yes">
        <source>%1 hangs: %n ranks wait in %2 #%3, which %4 has not entered</source>
        <translation>
            <numerusform>%1 hängt: %n Rang wartet in %2 #%3, das %4 nicht betreten hat</numerusform>
            <numerusform>%1 hängt: %n Ränge warten in %2 #%3, das %4 nicht betreten hat</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has an unusually long wait: %n ranks wait in %2 #%3, which %4 has not entered</source>
        <translation>
            <numerusform>%1 wartet ungewöhnlich lange: %n Rang wartet in %2 #%3, das %4 nicht betreten hat</numerusform>
            <numerusform>%1 wartet ungewöhnlich lange: %n Ränge warten in %2 #%3, das %4 nicht betreten hat</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2 more are missing.</source>
        <translation>%1; %2 weitere fehlen.</translation>
    </message>
    <message>
        <source>%1 hangs: all %2 ranks of %3 have entered collective #%4, but it does not complete. Check their links.</source>
        <translation>%1 hängt: Alle %2 Ränge von %3 haben #%4 betreten, aber es wird nicht fertig. Prüfen Sie ihre Links.</translation>
    </message>
    <message>
        <source>%1 has an unusually long wait: all %2 ranks of %3 have entered collective #%4, but it does not complete.</source>
        <translation>%1 wartet ungewöhnlich lange: Alle %2 Ränge von %3 haben #%4 betreten, aber es wird nicht fertig.</translation>
    </message>
    <message>
        <source>it</source>
        <translation>ihn</translation>
    </message>
    <message>
        <source>them</source>
        <translation>sie</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>%1, %2 without %3</source>
        <translation>%1, %2 ohne %3</translation>
    </message>
    <message>
        <source>%1, %2 if the last stage were ideal</source>
        <translation>%1, %2 mit idealer letzter Stufe</translation>
    </message>
    <message>
        <source>%1, %2 at best</source>
        <translation>%1, bestenfalls %2</translation>
    </message>
    <message>
        <source>No single straggler in %1: the slowest rank changes (%2 ranks in %3 steps), which is typical of sequences of different lengths.</source>
        <translation>Kein einzelner Nachzügler in %1: Der langsamste Rang wechselt (%2 Ränge in %3 Schritten), wie bei Sequenzen verschiedener Länge.</translation>
    </message>
    <message>
        <source>Slow links delay %1: transfers are slower than their baseline.</source>
        <translation>Langsame Links verzögern %1: Transfers sind langsamer als ihr Basiswert.</translation>
    </message>
    <message>
        <source>Slow links of %1 delay %2: transfers are slower than their peers or their baseline.</source>
        <translation>Langsame Links von %1 verzögern %2: Transfers sind langsamer als die der Vergleichsgruppe oder ihr Basiswert.</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>Ränge %1</translation>
    </message>
    <message>
        <source> Only %1 of %2 ranks seen</source>
        <translation> Nur %1 von %2 Rängen gesehen</translation>
    </message>
    <message>
        <source>%1; the scheduler allocated %2 GPUs.</source>
        <translation>%1; der Scheduler hat %2 GPUs zugeteilt.</translation>
    </message>
    <message>
        <source>%1; no data from %2.</source>
        <translation>%1; keine Daten von %2.</translation>
    </message>
    <message>
        <source>Cannot determine the straggler of %1: %2.</source>
        <translation>Der Nachzügler von %1 ist nicht bestimmbar: %2.</translation>
    </message>
    <message>
        <source>No straggler in %1.</source>
        <translation>Kein Nachzügler in %1.</translation>
    </message>
    <message>
        <source>%1 slows down %2</source>
        <translation>%1 bremst %2</translation>
    </message>
    <message>
        <source>%1 slow down %2</source>
        <translation>%1 bremsen %2</translation>
    </message>
    <message>
        <source>The last pipeline stage slows down %1: it has more work than the others.</source>
        <translation>Die letzte Pipeline-Stufe bremst %1: Sie hat mehr Arbeit als die anderen.</translation>
    </message>
    <message>
        <source>Storage delays %1: checkpoints take longer than their baseline, or end at different times.</source>
        <translation>Storage verzögert %1: Checkpoints dauern länger als ihr Basiswert oder enden zu verschiedenen Zeiten.</translation>
    </message>
    <message>
        <source>its clock was throttled by heat</source>
        <translation>der Takt wurde durch Hitze gedrosselt</translation>
    </message>
    <message>
        <source>their clocks were throttled by heat</source>
        <translation>die Takte wurden durch Hitze gedrosselt</translation>
    </message>
    <message>
        <source>its clock was throttled by its power limit</source>
        <translation>der Takt wurde durch die Leistungsgrenze gedrosselt</translation>
    </message>
    <message>
        <source>their clocks were throttled by their power limit</source>
        <translation>die Takte wurden durch die Leistungsgrenze gedrosselt</translation>
    </message>
    <message>
        <source>its clock was throttled</source>
        <translation>der Takt wurde gedrosselt</translation>
    </message>
    <message>
        <source>their clocks were throttled</source>
        <translation>die Takte wurden gedrosselt</translation>
    </message>
    <message>
        <source>its GPU is idle between operations; check its host</source>
        <translation>die GPU ist zwischen Operationen untätig; Host prüfen</translation>
    </message>
    <message>
        <source>their GPUs are idle between operations; check their hosts</source>
        <translation>die GPUs sind zwischen Operationen untätig; Hosts prüfen</translation>
    </message>
    <message>
        <source>%1 of the job&apos;s GPU time spent waiting for %2</source>
        <translation>%1 der GPU-Zeit des Jobs mit Warten auf %2 verbracht</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1 of %2 collectives lack data from at least one rank</source>
        <translation>bei %1 von %2 Collectives fehlt der Teil eines Rangs</translation>
    </message>
    <message>
        <source>In one step</source>
        <translation>In einem Schritt</translation>
    </message>
    <message>
        <source>Last %1 steps</source>
        <translation>Letzte %1 Schritte</translation>
    </message>
    <message>
        <source>retrying in %1</source>
        <translation>nächster Versuch in %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 unreadable frames</source>
        <translation>
            <numerusform>%1 unlesbarer Frame</numerusform>
            <numerusform>%1 unlesbare Frames</numerusform>
        </translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>%1 per 1&#x2009;000 steps</source>
        <translation>%1 je 1&#x2009;000 Schritte</translation>
    </message>
    <message>
        <source>Esc exits</source>
        <translation>Esc beendet</translation>
    </message>
    <message>
        <source>Compare with one hour ago</source>
        <translation>Mit dem Stand vor einer Stunde vergleichen</translation>
    </message>
    <message>
        <source>Go to time range...</source>
        <translation>Zu einem Zeitraum gehen ...</translation>
    </message>
    <message>
        <source>Copy link to this view</source>
        <translation>Link zu dieser Ansicht kopieren</translation>
    </message>
    <message>
        <source>Cannot link to this time, because this session is not recorded.</source>
        <translation>Ein Link auf diese Zeit ist nicht möglich, weil diese Sitzung nicht aufgezeichnet wird.</translation>
    </message>
    <message>
        <source>Copied a link to this view at this time.</source>
        <translation>Ein Link zu dieser Ansicht und Zeit ist kopiert.</translation>
    </message>
    <message>
        <source>%1 never reported</source>
        <translation>%1 nie gemeldet</translation>
    </message>
    <message>
        <source>Recording limits...</source>
        <translation>Aufzeichnungsgrenzen...</translation>
    </message>
    <message>
        <source>The value after the slash is the target from the cluster file.</source>
        <translation>Der Wert nach dem Schrägstrich ist das Ziel aus der Clusterdatei.</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation: FLOPs per step / (step time × GPUs × peak FLOP/s of a GPU), over the GPUs of all jobs that report it.</source>
        <translation>Modell-FLOPs-Auslastung: FLOPs je Schritt / (Schrittzeit × GPUs × Spitzenleistung einer GPU in FLOP/s), über die GPUs aller Jobs, die sie melden.</translation>
    </message>
    <message>
        <source>The value after the slash is the reference: the value in the cluster file or, without one, the best hour measured so far.</source>
        <translation>Der Wert nach dem Schrägstrich ist die Referenz: der Wert in der Clusterdatei oder, falls er fehlt, die beste bisher gemessene Stunde.</translation>
    </message>
    <message>
        <source>Alerts can only be acknowledged or shelved while live data is shown. Press L to go live.</source>
        <translation>Alarme lassen sich nur quittieren oder zurückstellen, während Live-Daten gezeigt werden. Mit L zurück zu live.</translation>
    </message>
    <message>
        <source>%1, and %2 more here</source>
        <translation>%1, und dort %2 weitere</translation>
    </message>
    <message>
        <source>fixed range</source>
        <translation>fester Bereich</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs live</source>
        <translation>%1 von %2 GPUs live</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 unbekannt</translation>
    </message>
    <message>
        <source>Open alerts at the displayed time, including acknowledged alerts but not shelved ones. Click to list them.</source>
        <translation>Offene Alarme zur gezeigten Zeit, auch quittierte, aber keine zurückgestellten. Klicken listet sie auf.</translation>
    </message>
    <message>
        <source>%1 shelved</source>
        <translation>%1 zurückgestellt</translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 detectors have no data; see the Coverage view.</source>
        <translation>
            <numerusform>%n von %1 Detektoren hat keine Daten; siehe Ansicht „Abdeckung“.</numerusform>
            <numerusform>%n von %1 Detektoren haben keine Daten; siehe Ansicht „Abdeckung“.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n detectors without data</source>
        <translation>
            <numerusform>%n Detektor ohne Daten</numerusform>
            <numerusform>%n Detektoren ohne Daten</numerusform>
        </translation>
    </message>
    <message>
        <source>Facilities</source>
        <translation>Gebäudetechnik</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>All roles</source>
        <translation>Alle Rollen</translation>
    </message>
    <message>
        <source>%1: diagnosis submitted. Switch roles or show the answer.</source>
        <translation>%1: Diagnose abgegeben. Wechseln Sie die Rolle, oder zeigen Sie die Lösung.</translation>
    </message>
    <message>
        <source>%1: problem reported at %2. Now diagnose its cause and place.</source>
        <translation>%1: Problem um %2 gemeldet. Bestimmen Sie nun Ursache und Ort.</translation>
    </message>
    <message>
        <source>%1: exercise started at %2. A fault may or may not occur.</source>
        <translation>%1: Übung um %2 begonnen. Eine Störung kann auftreten oder ausbleiben.</translation>
    </message>
    <message>
        <source>see the incident</source>
        <translation>siehe Vorfall</translation>
    </message>
    <message>
        <source>%1 (in the other window):</source>
        <translation>%1 (im anderen Fenster):</translation>
    </message>
    <message>
        <source>Problem reported %1 after the fault began.</source>
        <translation>Problem %1 nach Beginn der Störung gemeldet.</translation>
    </message>
    <message>
        <source>No diagnosis was submitted.</source>
        <translation>Es wurde keine Diagnose abgegeben.</translation>
    </message>
    <message>
        <source>Diagnosis: no fault.</source>
        <translation>Diagnose: keine Störung.</translation>
    </message>
    <message>
        <source>Diagnosis: %1. Place: %2.</source>
        <translation>Diagnose: %1. Ort: %2.</translation>
    </message>
    <message>
        <source>Incorrect</source>
        <translation>Falsch</translation>
    </message>
    <message>
        <source>Not visible in the %1 role</source>
        <translation>In der Rolle %1 nicht sichtbar</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertLine</name>
    <message numerus="yes">
        <source> · %n more alerts</source>
        <translation>
            <numerusform> · %n weiterer Alarm</numerusform>
            <numerusform> · %n weitere Alarme</numerusform>
        </translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>%1 GPU h lost</source>
        <translation>%1 GPU h verloren</translation>
    </message>
    <message>
        <source> (%1 %2)</source>
        <translation> (%1 %2)</translation>
    </message>
    <message>
        <source>confidence %1 %</source>
        <translation>Konfidenz %1 %</translation>
    </message>
    <message>
        <source>owner: %1</source>
        <translation>zuständig: %1</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>quittiert</translation>
    </message>
    <message>
        <source>No alerts</source>
        <translation>Keine Alarme</translation>
    </message>
    <message>
        <source>Alerts: no data</source>
        <translation>Alarme: keine Daten</translation>
    </message>
    <message>
        <source> · %1 shelved</source>
        <translation> · %1 zurückgestellt</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertModel</name>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>%1 elsewhere</source>
        <translation>%1, anderswo</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>active, %1</source>
        <translation>aktiv, %1</translation>
    </message>
    <message>
        <source>acknowledged, %1</source>
        <translation>quittiert, %1</translation>
    </message>
    <message>
        <source>muted, %1</source>
        <translation>stumm, %1</translation>
    </message>
    <message>
        <source>shelved, %1</source>
        <translation>zurückgestellt, %1</translation>
    </message>
    <message>
        <source>cleared, %1 ago</source>
        <translation>beendet, vor %1</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Zuständig</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertDetailsModel</name>
    <message>
        <source>Cause: %2 (confidence %1 %); cost: %3; owners: %4</source>
        <translation>Ursache: %2 (Sicherheit %1 %); Kosten: %3; zuständig: %4</translation>
    </message>
    <message>
        <source>%1 GPU h</source>
        <translation>%1 GPU h</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>, until %1</source>
        <translation>, bis %1</translation>
    </message>
    <message>
        <source>Ruled out: %1 (%2)</source>
        <translation>Ausgeschlossen: %1 (%2)</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertsPanel</name>
    <message>
        <source>Alerts, most severe first</source>
        <translation>Alarme, schwerste zuerst</translation>
    </message>
    <message>
        <source>acknowledged, 00 min 00 s</source>
        <translation>quittiert, 00 min 00 s</translation>
    </message>
    <message>
        <source>Details of the selected alert</source>
        <translation>Einzelheiten des ausgewählten Alarms</translation>
    </message>
    <message>
        <source>Analysing events…</source>
        <translation>Ereignisse werden ausgewertet …</translation>
    </message>
    <message>
        <source>Alerts for this moment appear when the analysis is complete.</source>
        <translation>Die Alarme dieses Zeitpunkts erscheinen, sobald die Auswertung fertig ist.</translation>
    </message>
    <message>
        <source>Not raised yet: %1</source>
        <translation>Noch nicht gemeldet: %1</translation>
    </message>
    <message>
        <source>The problem begins at this moment. The alert is raised %1 later.</source>
        <translation>Das Problem beginnt zu diesem Zeitpunkt. Der Alarm wird %1 später gemeldet.</translation>
    </message>
    <message>
        <source>No alerts at this moment.</source>
        <translation>Keine Alarme zu diesem Zeitpunkt.</translation>
    </message>
    <message>
        <source>No data at this moment.</source>
        <translation>Keine Daten für diesen Zeitpunkt.</translation>
    </message>
    <message>
        <source>No node has reported yet, or this moment is before the session began. To see earlier alerts, open a recording.</source>
        <translation>Noch kein Knoten hat gemeldet, oder der Zeitpunkt liegt vor dem Beginn der Sitzung. Frühere Alarme sehen Sie in einer Aufzeichnung.</translation>
    </message>
    <message>
        <source>%1 new (move the pointer off the list to show them) · </source>
        <translation>%1 neue (erscheinen, wenn der Zeiger die Liste verlässt) · </translation>
    </message>
    <message>
        <source>%1 active, %2 acknowledged · K: acknowledge, Shift+S: shelve, Enter: show onset</source>
        <translation>%1 aktiv, %2 quittiert · K: quittieren, Umschalt+S: zurückstellen, Enter: Beginn zeigen</translation>
    </message>
    <message>
        <source>Detectors without data raise no alerts. The Coverage view lists them.</source>
        <translation>Detektoren ohne Daten melden keine Alarme. Die Ansicht „Abdeckung“ listet sie auf.</translation>
    </message>
    <message>
        <source>All %1 detectors have data. The Coverage view shows details.</source>
        <translation>Alle %1 Detektoren haben Daten. Die Ansicht „Abdeckung“ zeigt Einzelheiten.</translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 detectors have no data. The Coverage view lists the metrics that they need.</source>
        <translation>
            <numerusform>%n von %1 Detektoren hat keine Daten. Die Ansicht „Abdeckung“ zeigt, welche Metriken fehlen.</numerusform>
            <numerusform>%n von %1 Detektoren haben keine Daten. Die Ansicht „Abdeckung“ zeigt, welche Metriken fehlen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::AllocationMap</name>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Allocation: which jobs hold which nodes and GPUs</source>
        <translation>Zuteilung: welche Jobs welche Knoten und GPUs belegen</translation>
    </message>
    <message>
        <source>no new jobs</source>
        <translation>keine neuen Jobs</translation>
    </message>
    <message>
        <source>%1 in rack %2</source>
        <translation>%1 in Rack %2</translation>
    </message>
    <message>
        <source>%1: %2 of %3 GPUs allocated</source>
        <translation>%1: %2 von %3 GPUs zugeteilt</translation>
    </message>
    <message>
        <source>%1 accepts no new jobs; %2 of its %3 GPUs are still in use</source>
        <translation>%1 nimmt keine neuen Jobs an; %2 von %3 GPUs sind noch in Benutzung</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::AllocationPanel</name>
    <message>
        <source>GPUs allocated, free and drained</source>
        <translation>GPUs: zugeteilt, frei und gedraint</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs allocated</source>
        <translation>%1 von %2 GPUs zugeteilt</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Loading allocations from the recording.</source>
        <translation>Zuteilungen werden aus der Aufzeichnung geladen.</translation>
    </message>
    <message>
        <source>No data from the scheduler at this moment.</source>
        <translation>Zu diesem Zeitpunkt keine Daten vom Scheduler.</translation>
    </message>
    <message>
        <source>Move the cursor to another time, or look for the reason in the Events view.</source>
        <translation>Setzen Sie den Cursor auf einen anderen Zeitpunkt, oder suchen Sie den Grund in der Ansicht Ereignisse.</translation>
    </message>
    <message>
        <source>No scheduler connected.</source>
        <translation>Kein Scheduler verbunden.</translation>
    </message>
    <message>
        <source>Add [slurm] or [kubernetes] to the agent.toml of one agent. That agent then queries the scheduler for all nodes.</source>
        <translation>Ergänzen Sie [slurm] oder [kubernetes] in der agent.toml eines Agenten. Dieser Agent fragt dann den Scheduler für alle Knoten ab.</translation>
    </message>
    <message>
        <source>%1 on %2, according to the scheduler</source>
        <translation>%1 auf %2, laut Scheduler</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>zugeteilt</translation>
    </message>
    <message>
        <source>free, on free nodes</source>
        <translation>frei, auf freien Knoten</translation>
    </message>
    <message>
        <source>free, on shared nodes</source>
        <translation>frei, auf geteilten Knoten</translation>
    </message>
    <message>
        <source>drained</source>
        <translation>gedraint</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>, %1</translation>
    </message>
    <message>
        <source>%1 (for %2%3)</source>
        <translation>%1 (seit %2%3)</translation>
    </message>
    <message>
        <source>Allocated but idle: %1</source>
        <translation>Zugeteilt, aber untätig: %1</translation>
    </message>
    <message>
        <source>in rack %1</source>
        <translation>in Rack %1</translation>
    </message>
    <message>
        <source>in no known rack</source>
        <translation>in keinem bekannten Rack</translation>
    </message>
    <message>
        <source>Largest free block: %1 %2 (%3 on all free nodes)</source>
        <translation>Größter freier Block: %1 %2 (%3 auf allen freien Knoten)</translation>
    </message>
    <message>
        <source>No free nodes</source>
        <translation>Keine freien Knoten</translation>
    </message>
    <message>
        <source>%1 more free on shared nodes</source>
        <translation>%1 weitere frei auf geteilten Knoten</translation>
    </message>
    <message numerus="yes">
        <source>%n queued jobs need %1 GPUs, longest wait %2</source>
        <translation>
            <numerusform>%n wartender Job braucht %1 GPUs, längste Wartezeit %2</numerusform>
            <numerusform>%n wartende Jobs brauchen %1 GPUs, längste Wartezeit %2</numerusform>
        </translation>
    </message>
    <message>
        <source>no jobs queued</source>
        <translation>kein Job wartet</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>GPUs by tenant: %1</source>
        <translation>GPUs nach Mandant: %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>reason unknown</source>
        <translation>Grund unbekannt</translation>
    </message>
    <message>
        <source>Drained: %1</source>
        <translation>Gedraint: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::AnnotationModel</name>
    <message>
        <source>see %1</source>
        <translation>siehe %1</translation>
    </message>
    <message>
        <source>caused %1</source>
        <translation>verursachte %1</translation>
    </message>
    <message>
        <source>caused by %1</source>
        <translation>verursacht von %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
</context>
<context>
    <name>lockstep::BlameModel</name>
    <message>
        <source>intermittent</source>
        <translation>zeitweise</translation>
    </message>
    <message>
        <source>persistent</source>
        <translation>dauerhaft</translation>
    </message>
    <message>
        <source>drifting</source>
        <translation>driftend</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message numerus="yes">
        <source>missing while %n ranks wait in %1</source>
        <translation>
            <numerusform>fehlt: %n Rang wartet in %1</numerusform>
            <numerusform>fehlt: %n Ränge warten in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 hangs: %n ranks wait in %2 #%3, which this rank has not entered.</source>
        <translation>
            <numerusform>%1 hängt: %n Rang wartet in %2 #%3, das dieser Rang nicht betreten hat.</numerusform>
            <numerusform>%1 hängt: %n Ränge warten in %2 #%3, das dieser Rang nicht betreten hat.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has an unusually long wait: %n ranks wait in %2 #%3, which this rank has not entered.</source>
        <translation>
            <numerusform>%1 wartet ungewöhnlich lange: %n Rang wartet in %2 #%3, das dieser Rang nicht betreten hat.</numerusform>
            <numerusform>%1 wartet ungewöhnlich lange: %n Ränge warten in %2 #%3, das dieser Rang nicht betreten hat.</numerusform>
        </translation>
    </message>
    <message>
        <source>links of %1</source>
        <translation>Links von %1</translation>
    </message>
    <message>
        <source>stuck: all %1 ranks have entered</source>
        <translation>blockiert: alle %1 Ränge haben es betreten</translation>
    </message>
    <message>
        <source>%1 hangs: all %2 ranks of %3 have entered collective #%4, but it does not complete.</source>
        <translation>%1 hängt: Alle %2 Ränge von %3 haben Collective #%4 betreten, aber es wird nicht fertig.</translation>
    </message>
    <message>
        <source>%1 has an unusually long wait: all %2 ranks of %3 have entered collective #%4, but it does not complete.</source>
        <translation>%1 wartet ungewöhnlich lange: Alle %2 Ränge von %3 haben Collective #%4 betreten, aber es wird nicht fertig.</translation>
    </message>
    <message>
        <source>Takes longer to compute than the ranks that wait for it.</source>
        <translation>Rechnet länger als die Ränge, die darauf warten.</translation>
    </message>
    <message>
        <source>This communicator transfers data more slowly than its peers or its baseline.</source>
        <translation>Dieser Kommunikator überträgt Daten langsamer als seine Vergleichsgruppe oder sein Basiswert.</translation>
    </message>
    <message>
        <source>checkpoint storage</source>
        <translation>Checkpoint-Storage</translation>
    </message>
    <message>
        <source>Checkpoints of the ranks end at different times, or take longer than their baseline.</source>
        <translation>Checkpoints der Ränge enden zu verschiedenen Zeiten oder dauern länger als ihr Basiswert.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>GPU seconds that other ranks spent waiting for this one, over the last 16 steps</source>
        <translation>GPU-Sekunden, die andere Ränge auf diesen warteten, über die letzten 16 Schritte</translation>
    </message>
    <message>
        <source>The wait as a share of the job&apos;s GPU time in the last 16 steps</source>
        <translation>Das Warten als Anteil der GPU-Zeit des Jobs in den letzten 16 Schritten</translation>
    </message>
    <message>
        <source>GPU seconds that other ranks spent waiting for this one in the last step</source>
        <translation>GPU-Sekunden, die andere Ränge im letzten Schritt auf diesen warteten</translation>
    </message>
    <message>
        <source>Persistent, intermittent or drifting, with the number of recent steps in which this rank cost more than 1 % of the job&apos;s GPU time</source>
        <translation>Dauerhaft, zeitweise oder driftend, mit der Anzahl der letzten Schritte, in denen dieser Rang mehr als 1 % der GPU-Zeit des Jobs kostete</translation>
    </message>
    <message>
        <source>Straggler</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Wait (GPU s)</source>
        <translation>Warten (GPU s)</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
</context>
<context>
    <name>lockstep::BlamePanel</name>
    <message>
        <source>Stragglers, worst first</source>
        <translation>Nachzügler, schlimmste zuerst</translation>
    </message>
    <message>
        <source>Wait (GPU s)</source>
        <translation>Warten (GPU s)</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>Ranks are compared with their peers in the same pipeline stage.</source>
        <translation>Ränge werden innerhalb derselben Pipeline-Stufe verglichen.</translation>
    </message>
    <message numerus="yes">
        <source>wait loss: %1 of GPU time, last %n steps</source>
        <translation>
            <numerusform>Warteverlust: %1 der GPU-Zeit, letzter Schritt</numerusform>
            <numerusform>Warteverlust: %1 der GPU-Zeit, letzte %n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>No straggler.</source>
        <translation>Kein Nachzügler.</translation>
    </message>
    <message numerus="yes">
        <source>No rank delayed the others significantly in the last %n steps%1.</source>
        <translation>
            <numerusform>Kein Rang hat die anderen im letzten Schritt deutlich verzögert%1.</numerusform>
            <numerusform>Kein Rang hat die anderen in den letzten %n Schritten deutlich verzögert%1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>Computing waits from the spans up to the displayed time.</source>
        <translation>Wartezeiten werden aus den Spans bis zur gezeigten Zeit berechnet.</translation>
    </message>
    <message>
        <source>No steps yet.</source>
        <translation>Noch keine Schritte.</translation>
    </message>
    <message>
        <source>Run a job with the NCCL plugin, post job events that include communicator and sequence number, or open a trace.</source>
        <translation>Starten Sie einen Job mit dem NCCL-Plugin, senden Sie Job-Ereignisse mit Kommunikator und Sequenznummer, oder öffnen Sie einen Trace.</translation>
    </message>
</context>
<context>
    <name>lockstep::BundleDialog</name>
    <message>
        <source>Keep newer version</source>
        <translation>Neuere Fassung behalten</translation>
    </message>
    <message>
        <source>Keep bundle&apos;s version</source>
        <translation>Fassung des Bundles behalten</translation>
    </message>
    <message>
        <source>Keep my version</source>
        <translation>Meine Fassung behalten</translation>
    </message>
    <message>
        <source>Import bundle</source>
        <translation>Bundle importieren</translation>
    </message>
    <message numerus="yes">
        <source>%1 contains %n incidents that differ from yours.</source>
        <translation>
            <numerusform>%1 enthält einen Vorfall, der von Ihrem abweicht.</numerusform>
            <numerusform>%1 enthält %n Vorfälle, die von Ihren abweichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: last changed here %2, in the bundle %3
</source>
        <translation>%1: zuletzt geändert hier %2, im Bundle %3
</translation>
    </message>
    <message>
        <source>... and more
</source>
        <translation>... und weitere
</translation>
    </message>
    <message>
        <source>Lockstep cannot verify the times of changes in the bundle. Your notes and pictures that are missing from the bundle are kept, whichever version you choose.</source>
        <translation>Lockstep kann die Änderungszeiten im Bundle nicht prüfen. Ihre Notizen und Bilder, die im Bundle fehlen, bleiben in jedem Fall erhalten.</translation>
    </message>
</context>
<context>
    <name>lockstep::CablingList</name>
    <message>
        <source>Links that differ from the plan</source>
        <translation>Links, die vom Plan abweichen</translation>
    </message>
    <message numerus="yes">
        <source>Cabling: %n links differ from the plan</source>
        <translation>
            <numerusform>Verkabelung: %n Link weicht vom Plan ab</numerusform>
            <numerusform>Verkabelung: %n Links weichen vom Plan ab</numerusform>
        </translation>
    </message>
    <message>
        <source>Cabling: not yet discovered</source>
        <translation>Verkabelung: noch nicht erkannt</translation>
    </message>
    <message>
        <source>Cabling: as planned</source>
        <translation>Verkabelung: wie geplant</translation>
    </message>
    <message>
        <source>Planned links: %1 (as planned: %2, not yet discovered: %3)</source>
        <translation>Geplante Links: %1 (wie geplant: %2, noch nicht erkannt: %3)</translation>
    </message>
</context>
<context>
    <name>lockstep::ChartRow</name>
    <message>
        <source>%1 · mean, with a band up to the peaks</source>
        <translation>%1 · Mittelwert, mit einem Band bis zu den Spitzen</translation>
    </message>
    <message>
        <source>%1 · dashed line: %2</source>
        <translation>%1 · gestrichelte Linie: %2</translation>
    </message>
    <message>
        <source>%1 · minimum to maximum per %2</source>
        <translation>%1 · Minimum bis Maximum je %2</translation>
    </message>
</context>
<context>
    <name>lockstep::CommandPalette</name>
    <message>
        <source>No match.</source>
        <translation>Kein Treffer.</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Type a command, component or metric</source>
        <translation>Befehl, Komponente oder Metrik eingeben</translation>
    </message>
    <message>
        <source>Find command, component or metric</source>
        <translation>Befehl, Komponente oder Metrik suchen</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
</context>
<context>
    <name>lockstep::CompareBar</name>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Vergleich beenden</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Choose the method of comparison; align or swap the baseline</source>
        <translation>Vergleichsverfahren wählen; Vergleichsbasis ausrichten oder tauschen</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Compare each component with its own mean over the baseline</source>
        <translation>Jede Komponente mit ihrem eigenen Mittelwert über die Vergleichsbasis vergleichen</translation>
    </message>
    <message>
        <source>Point by point</source>
        <translation>Punkt für Punkt</translation>
    </message>
    <message>
        <source>Compare each value with the value at the corresponding time in the baseline</source>
        <translation>Jeden Wert mit dem Wert zur entsprechenden Zeit der Vergleichsbasis vergleichen</translation>
    </message>
    <message>
        <source>Align with cursor</source>
        <translation>Am Cursor ausrichten</translation>
    </message>
    <message>
        <source>Align the start of the baseline with the cursor</source>
        <translation>Den Anfang der Vergleichsbasis am Cursor ausrichten</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>Show the baseline, and use the current data as its baseline</source>
        <translation>Die Vergleichsbasis zeigen und die aktuellen Daten zur Vergleichsbasis machen</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Current value</source>
        <translation>Aktueller Wert</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Vergleichsbasis</translation>
    </message>
    <message>
        <source>Value in the baseline</source>
        <translation>Wert in der Vergleichsbasis</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Value − baseline</source>
        <translation>Wert − Vergleichsbasis</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>(Value − baseline) / baseline</source>
        <translation>(Wert − Vergleichsbasis) / Vergleichsbasis</translation>
    </message>
</context>
<context>
    <name>lockstep::ComparisonController</name>
    <message>
        <source>No range marked. Shift + drag along a time axis to mark the range to compare with the current one.</source>
        <translation>Kein Bereich markiert. Mit Umschalt + Ziehen auf einer Zeitachse den Bereich markieren, mit dem der aktuelle verglichen wird.</translation>
    </message>
    <message>
        <source>Cannot compare: %1</source>
        <translation>Vergleich nicht möglich: %1</translation>
    </message>
    <message>
        <source>Cannot compare: %1 has a different sampling interval</source>
        <translation>Vergleich nicht möglich: %1 hat ein anderes Abtastintervall</translation>
    </message>
    <message>
        <source>%1–%2 UTC</source>
        <translation>%1–%2 UTC</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>%1 später</translation>
    </message>
    <message>
        <source>%1 earlier</source>
        <translation>%1 früher</translation>
    </message>
    <message>
        <source>Live data cannot become the baseline. Open the recording instead of swapping.</source>
        <translation>Live-Daten können nicht zur Vergleichsbasis werden. Öffnen Sie die Aufzeichnung, statt zu tauschen.</translation>
    </message>
    <message>
        <source>Cannot compare with %1 ago: no data was recorded at that time.</source>
        <translation>Vergleich mit dem Stand vor %1 nicht möglich: Zu dieser Zeit wurden keine Daten aufgezeichnet.</translation>
    </message>
</context>
<context>
    <name>lockstep::ConnectionFailure</name>
    <message>
        <source>Retry now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Close data source</source>
        <translation>Datenquelle schließen</translation>
    </message>
    <message>
        <source>Check:</source>
        <translation>Prüfen:</translation>
    </message>
</context>
<context>
    <name>lockstep::ControlBar</name>
    <message>
        <source>Workspace and metric</source>
        <translation>Arbeitsbereich und Metrik</translation>
    </message>
    <message>
        <source>&amp;Colour by</source>
        <translation>&amp;Färben nach</translation>
    </message>
</context>
<context>
    <name>lockstep::CostStackView</name>
    <message>
        <source>Cost: enter a GPU price</source>
        <translation>Kosten: GPU-Preis eintragen</translation>
    </message>
    <message>
        <source>Total %1</source>
        <translation>Gesamt %1</translation>
    </message>
    <message>
        <source>At least %1</source>
        <translation>Mindestens %1</translation>
    </message>
    <message>
        <source>%1 of one day of training</source>
        <translation>%1 eines Trainingstags</translation>
    </message>
    <message>
        <source>lost progress: %1</source>
        <translation>verlorener Fortschritt: %1</translation>
    </message>
    <message>
        <source>%1 of %2 cost items unknown</source>
        <translation>%1 von %2 Kostenposten unbekannt</translation>
    </message>
    <message>
        <source>Cost of the incident by item</source>
        <translation>Kosten des Vorfalls nach Posten</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
</context>
<context>
    <name>lockstep::CoverageModel</name>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>eingeschränkt</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>Since %1</source>
        <translation>Seit %1</translation>
    </message>
    <message>
        <source>Missing metric %1</source>
        <translation>Fehlende Metrik %1</translation>
    </message>
    <message>
        <source>Active: monitors all components with the best evidence. Degraded: monitors only some components, or with weaker evidence. No data: monitors nothing.</source>
        <translation>Aktiv: überwacht alle Komponenten mit den besten Belegen. Eingeschränkt: überwacht nur einige oder mit schwächeren Belegen. Keine Daten: überwacht nichts.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Detector</source>
        <translation>Detektor</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Missing metrics</source>
        <translation>Fehlende Metriken</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
</context>
<context>
    <name>lockstep::CoveragePanel</name>
    <message>
        <source>Detectors, those without data first</source>
        <translation>Detektoren, solche ohne Daten zuerst</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>eingeschränkt</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message>
        <source>no such components</source>
        <translation>keine solchen Komponenten</translation>
    </message>
    <message>
        <source>no data (0 of %1)</source>
        <translation>keine Daten (0 von %1)</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>The detectors appear when the metrics of this moment are loaded.</source>
        <translation>Die Detektoren erscheinen, sobald die Metriken dieses Zeitpunkts geladen sind.</translation>
    </message>
    <message>
        <source>No data at this moment.</source>
        <translation>Keine Daten für diesen Zeitpunkt.</translation>
    </message>
    <message>
        <source>Connect to a cluster, or move the cursor to another time.</source>
        <translation>Verbinden Sie sich mit einem Cluster, oder setzen Sie den Cursor auf einen anderen Zeitpunkt.</translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 detectors have no data</source>
        <translation>
            <numerusform>%n von %1 Detektoren hat keine Daten</numerusform>
            <numerusform>%n von %1 Detektoren haben keine Daten</numerusform>
        </translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>lockstep::DashboardPage</name>
    <message>
        <source>Topology</source>
        <translation>Topologie</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Halle</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Fabric</translation>
    </message>
    <message>
        <source>Ports over time</source>
        <translation>Ports über der Zeit</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>Vorfälle</translation>
    </message>
    <message>
        <source>Incident</source>
        <translation>Vorfall</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Dependencies</source>
        <translation>Abhängigkeiten</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Blame</source>
        <translation>Verursacher</translation>
    </message>
    <message>
        <source>Steps by rank</source>
        <translation>Schritte nach Rang</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Allocation</source>
        <translation>Zuteilung</translation>
    </message>
    <message>
        <source>Tenants</source>
        <translation>Mandanten</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>Drain</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>Self-tests</source>
        <translation>Selbsttests</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>Abdeckung</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>Pools</translation>
    </message>
</context>
<context>
    <name>lockstep::DashboardRun</name>
    <message>
        <source>Open the recording in this link?</source>
        <translation>Die Aufzeichnung öffnen, die ein Link nennt?</translation>
    </message>
    <message>
        <source>Connect to the server in this link?</source>
        <translation>Mit dem Server verbinden, den ein Link nennt?</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Link öffnen</translation>
    </message>
</context>
<context>
    <name>lockstep::DependencyView</name>
    <message>
        <source>Dependencies between cooling, racks, nodes, GPUs, links, switches and jobs</source>
        <translation>Abhängigkeiten zwischen Kühlung, Racks, Knoten, GPUs, Links, Switches und Jobs</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 unhealthy</source>
        <translation>%1 auffällig</translation>
    </message>
    <message>
        <source>%1 healthy, but dependent on an unhealthy component</source>
        <translation>%1 unauffällig, aber von einer auffälligen Komponente abhängig</translation>
    </message>
    <message>
        <source>%1 without data</source>
        <translation>%1 ohne Daten</translation>
    </message>
    <message>
        <source>Nothing selected and no active alerts.</source>
        <translation>Nichts ausgewählt und kein aktiver Alarm.</translation>
    </message>
    <message>
        <source>Select a component to see its dependencies and dependents.</source>
        <translation>Wählen Sie eine Komponente, um zu sehen, wovon sie abhängt und was von ihr abhängt.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>lockstep::DockHost</name>
    <message>
        <source>This view is hidden until the answer to the exercise is shown.</source>
        <translation>Diese Ansicht ist verborgen, bis die Lösung der Übung gezeigt wird.</translation>
    </message>
</context>
<context>
    <name>lockstep::DrainModel</name>
    <message>
        <source>immediately</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>no spare</source>
        <translation>keine Reserve</translation>
    </message>
    <message>
        <source>recoverable: %1</source>
        <translation>behebbar: %1</translation>
    </message>
    <message>
        <source>manual repair: %1</source>
        <translation>Reparatur von Hand: %1</translation>
    </message>
    <message>
        <source>GPU time that draining saves in one day, or until the job ends if that is sooner</source>
        <translation>GPU-Zeit, die Drainen an einem Tag spart, oder bis zum Ende des Jobs, falls dieses früher ist</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Drained in</source>
        <translation>Gedraint in</translation>
    </message>
    <message>
        <source>Spare</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Remedy</source>
        <translation>Abhilfe</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Maßnahme</translation>
    </message>
</context>
<context>
    <name>lockstep::DrainPanel</name>
    <message>
        <source>Nodes to drain, largest gain first</source>
        <translation>Zu drainende Knoten, größter Gewinn zuerst</translation>
    </message>
    <message>
        <source>Figures of the selected row; expand one to see its formula</source>
        <translation>Werte der ausgewählten Zeile; Aufklappen zeigt die Formel</translation>
    </message>
    <message>
        <source>Drained in</source>
        <translation>Gedraint in</translation>
    </message>
    <message>
        <source>no spare</source>
        <translation>keine Reserve</translation>
    </message>
    <message>
        <source>manual repair: %1</source>
        <translation>Reparatur von Hand: %1</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Nodes to drain appear when loading is complete.</source>
        <translation>Die zu drainenden Knoten erscheinen, sobald alles geladen ist.</translation>
    </message>
    <message>
        <source>No nodes to drain at this moment.</source>
        <translation>Zu diesem Zeitpunkt sind keine Knoten zu drainen.</translation>
    </message>
    <message>
        <source>Active alerts appear here, with the gain and the cost of draining their nodes.</source>
        <translation>Aktive Alarme erscheinen hier mit Gewinn und Kosten des Drainens ihrer Knoten.</translation>
    </message>
    <message>
        <source>No data at this moment.</source>
        <translation>Keine Daten für diesen Zeitpunkt.</translation>
    </message>
    <message>
        <source>No node has reported yet, or this moment is before the session began. To see earlier data, open a recording.</source>
        <translation>Noch kein Knoten hat gemeldet, oder der Zeitpunkt liegt vor dem Beginn der Sitzung. Frühere Daten sehen Sie in einer Aufzeichnung.</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>wird geladen…</translation>
    </message>
    <message numerus="yes">
        <source>%n alerts; draining is not worthwhile</source>
        <translation>
            <numerusform>%n Alarm; Drainen lohnt nicht</numerusform>
            <numerusform>%n Alarme; Drainen lohnt nicht</numerusform>
        </translation>
    </message>
    <message>
        <source>draining is worthwhile for %1 of %2 alerts; gain %3</source>
        <translation>Drainen lohnt bei %1 von %2 Alarmen; Gewinn %3</translation>
    </message>
</context>
<context>
    <name>lockstep::DriftCanvas</name>
    <message>
        <source>Drift: compute time relative to peers, by step</source>
        <translation>Drift: Rechenzeit gegenüber der Vergleichsgruppe, nach Schritten</translation>
    </message>
    <message>
        <source>Compute time relative to peers; bands: middle 50 % and 90 % of the other ranks</source>
        <translation>Rechenzeit gegenüber der Vergleichsgruppe; Bänder: mittlere 50 % und 90 % der anderen Ränge</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>jump</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
    <message>
        <source>%1: too few steps to detect drift</source>
        <translation>%1: zu wenige Schritte für die Erkennung einer Drift</translation>
    </message>
    <message>
        <source>%1 changed abruptly</source>
        <translation>%1 hat sich abrupt geändert</translation>
    </message>
    <message>
        <source>%1 is slowing down: %2</source>
        <translation>%1 wird langsamer: %2</translation>
    </message>
    <message>
        <source>%1: no drift (%2)</source>
        <translation>%1: keine Drift (%2)</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>In %1</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>In %1, the compute time of the middle 50 % of ranks was %2 relative to their peers</source>
        <translation>In %1 lag die Rechenzeit der mittleren 50 % der Ränge bei %2 gegenüber ihrer Vergleichsgruppe</translation>
    </message>
    <message>
        <source>Middle 90 % of ranks</source>
        <translation>Mittlere 90 % der Ränge</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>Langsamster</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>per 1&#x2009;000 steps</source>
        <translation>je 1&#x2009;000 Schritte</translation>
    </message>
</context>
<context>
    <name>lockstep::EngineDialog</name>
    <message>
        <source>Test connection</source>
        <translation>Verbindung testen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Connect to Prometheus</source>
        <translation>Mit Prometheus verbinden</translation>
    </message>
    <message>
        <source>Server address</source>
        <translation>Serveradresse</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Token file</source>
        <translation>Token-Datei</translation>
    </message>
    <message>
        <source>optional; must be readable only by you (mode 0600)</source>
        <translation>optional; darf nur für Sie lesbar sein (Modus 0600)</translation>
    </message>
    <message>
        <source>CA certificates</source>
        <translation>CA-Zertifikate</translation>
    </message>
    <message>
        <source>optional, for https; default: the system&apos;s CA certificates</source>
        <translation>optional, für https; sonst die CA-Zertifikate des Systems</translation>
    </message>
    <message>
        <source>Metric mapping</source>
        <translation>Metrik-Zuordnung</translation>
    </message>
    <message>
        <source>optional; TOML file that maps the metrics of your own exporters</source>
        <translation>optional; TOML-Datei, die die Metriken Ihrer eigenen Exporter zuordnet</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>Auswählen...</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>%1 auswählen</translation>
    </message>
    <message>
        <source>Exporter</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Shown as</source>
        <translation>Gezeigt als</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Zeitreihen</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>Recognised metrics</source>
        <translation>Erkannte Metriken</translation>
    </message>
    <message>
        <source>Unrecognised metrics</source>
        <translation>Nicht erkannte Metriken</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>Erkannt</translation>
    </message>
    <message>
        <source>Unrecognised</source>
        <translation>Nicht erkannt</translation>
    </message>
    <message>
        <source>Enter the address of a Prometheus, VictoriaMetrics, Thanos or Mimir server. Lockstep only reads from it. Test the connection to see which metrics the server offers.</source>
        <translation>Geben Sie die Adresse eines Servers mit Prometheus, VictoriaMetrics, Thanos oder Mimir ein. Lockstep liest nur von ihm. Testen Sie die Verbindung, um die angebotenen Metriken zu sehen.</translation>
    </message>
    <message>
        <source>Querying %1…</source>
        <translation>%1 wird abgefragt…</translation>
    </message>
    <message>
        <source>%1: scrape interval %2</source>
        <translation>%1: Abfrageintervall %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n targets, scrape interval %2</source>
        <translation>
            <numerusform>%1: %n Ziel, Abfrageintervall %2</numerusform>
            <numerusform>%1: %n Ziele, Abfrageintervall %2</numerusform>
        </translation>
    </message>
    <message>
        <source>History on the server: %1</source>
        <translation>Vergangenheit auf dem Server: %1</translation>
    </message>
    <message>
        <source>Recognised (%1)</source>
        <translation>Erkannt (%1)</translation>
    </message>
    <message>
        <source>... and %1 more</source>
        <translation>... und %1 weitere</translation>
    </message>
    <message>
        <source>Unrecognised (%1)</source>
        <translation>Nicht erkannt (%1)</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Detector</source>
        <translation>Detektor</translation>
    </message>
    <message>
        <source>Missing metrics</source>
        <translation>Fehlende Metriken</translation>
    </message>
    <message>
        <source>Detectors, those without data first</source>
        <translation>Detektoren, solche ohne Daten zuerst</translation>
    </message>
    <message>
        <source>Detectors</source>
        <translation>Detektoren</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>eingeschränkt</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>Detectors (%1 of %2 without data)</source>
        <translation>Detektoren (%1 von %2 ohne Daten)</translation>
    </message>
</context>
<context>
    <name>lockstep::EventModel</name>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>information</source>
        <translation>Information</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
</context>
<context>
    <name>lockstep::EventsPanel</name>
    <message>
        <source>Events, newest first</source>
        <translation>Ereignisse, neueste zuerst</translation>
    </message>
    <message>
        <source>No events yet.</source>
        <translation>Noch keine Ereignisse.</translation>
    </message>
    <message>
        <source>Device errors, link failures and rejected job events appear here when agents report them.</source>
        <translation>Gerätefehler, ausgefallene Links und abgelehnte Job-Ereignisse erscheinen hier, sobald Agenten sie melden.</translation>
    </message>
    <message numerus="yes">
        <source>%n events, newest first, times in UTC</source>
        <translation>
            <numerusform>%n Ereignis, Zeit in UTC</numerusform>
            <numerusform>%n Ereignisse, neueste zuerst, Zeiten in UTC</numerusform>
        </translation>
    </message>
    <message>
        <source> · %1 new (move the pointer off the list to show them)</source>
        <translation> · %1 neue (erscheinen, wenn der Zeiger die Liste verlässt)</translation>
    </message>
</context>
<context>
    <name>lockstep::ExerciseAnswerDialog</name>
    <message>
        <source>Your diagnosis</source>
        <translation>Ihre Diagnose</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Nothing is wrong</source>
        <translation>Alles in Ordnung</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>Abgeben</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>determined by the cause</source>
        <translation>durch die Ursache bestimmt</translation>
    </message>
    <message>
        <source>Select the faulty component in the window. This dialog stays open.</source>
        <translation>Wählen Sie die fehlerhafte Komponente im Fenster. Dieser Dialog bleibt offen.</translation>
    </message>
</context>
<context>
    <name>lockstep::ExerciseBar</name>
    <message>
        <source>Report problem</source>
        <translation>Problem melden</translation>
    </message>
    <message>
        <source>Diagnose...</source>
        <translation>Diagnostizieren...</translation>
    </message>
    <message>
        <source>Show answer</source>
        <translation>Lösung zeigen</translation>
    </message>
    <message>
        <source>Show result...</source>
        <translation>Ergebnis zeigen...</translation>
    </message>
    <message>
        <source>Another drill...</source>
        <translation>Weitere Übung...</translation>
    </message>
    <message>
        <source>Exercise</source>
        <translation>Übung</translation>
    </message>
    <message>
        <source>Records that you have just noticed a problem. You can enter the diagnosis later.</source>
        <translation>Hält fest, dass Sie gerade ein Problem bemerkt haben. Die Diagnose können Sie später eintragen.</translation>
    </message>
    <message>
        <source>Ends the exercise and shows the answer</source>
        <translation>Beendet die Übung und zeigt die Lösung</translation>
    </message>
    <message>
        <source>Shows the views and alerts of the other role</source>
        <translation>Zeigt die Ansichten und Alarme der anderen Rolle</translation>
    </message>
    <message>
        <source>Switch to Training</source>
        <translation>Zu Training wechseln</translation>
    </message>
    <message>
        <source>Switch to Facilities</source>
        <translation>Zu Gebäudetechnik wechseln</translation>
    </message>
</context>
<context>
    <name>lockstep::ExerciseController</name>
    <message>
        <source>Cannot save the result of the exercise: %1</source>
        <translation>Das Ergebnis der Übung kann nicht gespeichert werden: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::ExerciseResultDialog</name>
    <message>
        <source>Result of exercise</source>
        <translation>Ergebnis der Übung</translation>
    </message>
    <message>
        <source>Recording: %1</source>
        <translation>Aufzeichnung: %1</translation>
    </message>
    <message>
        <source>Add the other role&apos;s result...</source>
        <translation>Ergebnis der anderen Rolle hinzufügen...</translation>
    </message>
    <message>
        <source>Adds the result of the role that practised in another window. Select exercise.json in the folder of that window&apos;s recording.</source>
        <translation>Fügt das Ergebnis der Rolle hinzu, die in einem anderen Fenster geübt hat. Wählen Sie exercise.json im Ordner der Aufzeichnung jenes Fensters.</translation>
    </message>
    <message>
        <source>Open the result of another window</source>
        <translation>Ergebnis eines anderen Fensters öffnen</translation>
    </message>
    <message>
        <source>Results (exercise.json)</source>
        <translation>Ergebnisse (exercise.json)</translation>
    </message>
    <message>
        <source>%1 does not contain the result of an exercise</source>
        <translation>%1 enthält kein Ergebnis einer Übung</translation>
    </message>
</context>
<context>
    <name>lockstep::ExportDialog</name>
    <message>
        <source>Web page (HTML, one file)</source>
        <translation>Webseite (HTML, eine Datei)</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>JSON (all data)</source>
        <translation>JSON (alle Daten)</translation>
    </message>
    <message>
        <source>CSV (time series and events)</source>
        <translation>CSV (Zeitreihen und Ereignisse)</translation>
    </message>
    <message>
        <source>Chrome trace (opens in Perfetto)</source>
        <translation>Chrome-Trace (öffnet sich in Perfetto)</translation>
    </message>
    <message>
        <source>Bundle (opens in Lockstep)</source>
        <translation>Bundle (öffnet sich in Lockstep)</translation>
    </message>
    <message>
        <source>Hide names of hosts and people</source>
        <translation>Namen von Hosts und Personen verbergen</translation>
    </message>
    <message>
        <source>Redact text that looks like a password or token</source>
        <translation>Text schwärzen, der wie ein Passwort oder Token aussieht</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>Speichern...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Loading incident…</source>
        <translation>Vorfall wird geladen…</translation>
    </message>
    <message>
        <source>Export incident</source>
        <translation>Vorfall exportieren</translation>
    </message>
    <message>
        <source>File preview</source>
        <translation>Dateivorschau</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>Zeitzone</translation>
    </message>
    <message>
        <source>Save incident</source>
        <translation>Vorfall speichern</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben...</translation>
    </message>
    <message>
        <source>Saved %1 (%2).</source>
        <translation>%1 gespeichert (%2).</translation>
    </message>
</context>
<context>
    <name>lockstep::FabricCanvas</name>
    <message>
        <source>%1, all healthy</source>
        <translation>%1, alle unauffällig</translation>
    </message>
    <message>
        <source>Fabric matrix</source>
        <translation>Fabric-Matrix</translation>
    </message>
</context>
<context>
    <name>lockstep::FabricView</name>
    <message>
        <source>by position</source>
        <translation>nach Position</translation>
    </message>
    <message>
        <source>by job</source>
        <translation>nach Job</translation>
    </message>
    <message>
        <source>by similarity</source>
        <translation>nach Ähnlichkeit</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Leaf × spine</source>
        <translation>Leaf × Spine</translation>
    </message>
    <message>
        <source>Node × port</source>
        <translation>Knoten × Port</translation>
    </message>
    <message>
        <source>GPU × NVLink</source>
        <translation>GPU × NVLink</translation>
    </message>
    <message>
        <source>Rank × rank</source>
        <translation>Rang × Rang</translation>
    </message>
    <message>
        <source>Node × node</source>
        <translation>Knoten × Knoten</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Time window</source>
        <translation>Zeitfenster</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>over 10 s</source>
        <translation>über 10 s</translation>
    </message>
    <message>
        <source>over 30 s</source>
        <translation>über 30 s</translation>
    </message>
    <message>
        <source>over 1 min</source>
        <translation>über 1 min</translation>
    </message>
    <message>
        <source>Aggregation of several links or samples into one value</source>
        <translation>Zusammenfassung mehrerer Links oder Messwerte zu einem Wert</translation>
    </message>
    <message>
        <source>worst</source>
        <translation>schlechtester</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>Row order</source>
        <translation>Reihenfolge der Zeilen</translation>
    </message>
    <message>
        <source>Communicators</source>
        <translation>Kommunikatoren</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>worst: %1, %2</source>
        <translation>am schlechtesten: %1, %2</translation>
    </message>
    <message>
        <source>all healthy</source>
        <translation>alle unauffällig</translation>
    </message>
    <message>
        <source> · </source>
        <translation> · </translation>
    </message>
    <message>
        <source>all communicators</source>
        <translation>alle Kommunikatoren</translation>
    </message>
    <message>
        <source>%1 (%2 communicators)</source>
        <translation>%1 (%2 Kommunikatoren)</translation>
    </message>
    <message>
        <source>plane %1</source>
        <translation>Ebene %1</translation>
    </message>
    <message>
        <source>no job</source>
        <translation>kein Job</translation>
    </message>
</context>
<context>
    <name>lockstep::FactsPanel</name>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Data age</source>
        <translation>Alter der Daten</translation>
    </message>
    <message>
        <source>Baselines</source>
        <translation>Basiswerte</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>No node has reported yet.</source>
        <translation>Noch kein Knoten hat gemeldet.</translation>
    </message>
    <message>
        <source>Connect to an agent (lockstep --connect HOST:PORT), or start the demo.</source>
        <translation>Verbinden Sie sich mit einem Agenten (lockstep --connect HOST:PORT), oder starten Sie die Demo.</translation>
    </message>
    <message>
        <source>Metrics, worst first</source>
        <translation>Metriken, schlechteste zuerst</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Cluster %1</source>
        <translation>Cluster %1</translation>
    </message>
    <message>
        <source>cluster summary (nothing selected)</source>
        <translation>Cluster-Übersicht (nichts ausgewählt)</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>zuletzt %1</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Show or hide data age, clock, gaps, source, baselines and identity</source>
        <translation>Alter der Daten, Uhr, Lücken, Quelle, Basiswerte und Identität zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Hide provenance</source>
        <translation>Herkunft verbergen</translation>
    </message>
    <message>
        <source>Show provenance</source>
        <translation>Herkunft zeigen</translation>
    </message>
</context>
<context>
    <name>lockstep::FigureTree</name>
    <message>
        <source>Figures of the selected job; expand one to see its formula</source>
        <translation>Werte des ausgewählten Jobs; Aufklappen zeigt die Formel</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>Formel</translation>
    </message>
</context>
<context>
    <name>lockstep::HallBar</name>
    <message>
        <source>Colour mode</source>
        <translation>Farbmodus</translation>
    </message>
    <message>
        <source>Colour mode (M: next mode)</source>
        <translation>Farbmodus (M: nächster Modus)</translation>
    </message>
    <message>
        <source>Unhealthy only</source>
        <translation>Nur Auffällige</translation>
    </message>
    <message>
        <source>Show only components that are beyond a limit, far from their peers, or silent (H)</source>
        <translation>Nur Komponenten zeichnen, die eine Grenze überschreiten, stark abweichen oder stumm sind (H)</translation>
    </message>
    <message>
        <source>Explode</source>
        <translation>Auffächern</translation>
    </message>
    <message>
        <source>Spread out the nodes of the selected rack (X)</source>
        <translation>Die Knoten des ausgewählten Racks auseinanderziehen (X)</translation>
    </message>
    <message>
        <source>Air</source>
        <translation>Luft</translation>
    </message>
    <message>
        <source>Show air temperature on the floor and coolant temperature in the pipes (T)</source>
        <translation>Lufttemperatur am Boden und Kühlmitteltemperatur in den Rohren zeigen (T)</translation>
    </message>
    <message>
        <source>Rack units</source>
        <translation>Höheneinheiten</translation>
    </message>
    <message>
        <source>Show rack units on the hovered or selected rack (U)</source>
        <translation>Höheneinheiten am Rack unter dem Zeiger oder am ausgewählten Rack zeigen (U)</translation>
    </message>
    <message>
        <source>Fix range</source>
        <translation>Bereich festhalten</translation>
    </message>
    <message>
        <source>Fix the colour range (R)</source>
        <translation>Den Farbbereich festhalten (R)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy an image to the clipboard (P)</source>
        <translation>Ein Bild in die Zwischenablage kopieren (P)</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>Speichern...</translation>
    </message>
    <message>
        <source>Save an image of any size (Shift+P)</source>
        <translation>Ein Bild beliebiger Größe speichern (Umschalt+P)</translation>
    </message>
    <message>
        <source>More buttons</source>
        <translation>Weitere Schaltflächen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
</context>
<context>
    <name>lockstep::HallTexts</name>
    <message>
        <source>%1 · stale</source>
        <translation>%1 · veraltet</translation>
    </message>
    <message>
        <source>Data sources without data: %1</source>
        <translation>Datenquellen ohne Daten: %1</translation>
    </message>
    <message>
        <source>%1 · never reported</source>
        <translation>%1 · nie gemeldet</translation>
    </message>
    <message>
        <source>No nodes yet. Connect to an agent, or open a cluster file.</source>
        <translation>Noch keine Knoten. Verbinden Sie einen Agenten, oder öffnen Sie eine Cluster-Datei.</translation>
    </message>
    <message>
        <source>All nodes are healthy. Press H to show them.</source>
        <translation>Alle Knoten sind unauffällig. H zeigt sie.</translation>
    </message>
    <message>
        <source>%1 · %2, %3 above its peers</source>
        <translation>%1 · %2, %3 über der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>%1 · %2, %3 below its peers</source>
        <translation>%1 · %2, %3 unter der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>No metric selected</source>
        <translation>Keine Metrik ausgewählt</translation>
    </message>
    <message>
        <source>%1: components with this metric have no position in the hall</source>
        <translation>%1: Komponenten mit dieser Metrik haben keinen Platz in der Halle</translation>
    </message>
    <message>
        <source>%1, lowest value in each rack</source>
        <translation>%1, niedrigster Wert je Rack</translation>
    </message>
    <message>
        <source>%1, highest value in each rack</source>
        <translation>%1, höchster Wert je Rack</translation>
    </message>
    <message>
        <source>%1, worst value in each node and rack</source>
        <translation>%1, schlechtester Wert je Knoten und Rack</translation>
    </message>
    <message>
        <source>%1, lowest value in each node and rack</source>
        <translation>%1, niedrigster Wert je Knoten und Rack</translation>
    </message>
    <message>
        <source>%1, highest value in each node and rack</source>
        <translation>%1, höchster Wert je Knoten und Rack</translation>
    </message>
    <message>
        <source>hot aisle</source>
        <translation>Warmgang</translation>
    </message>
    <message>
        <source>cold aisle</source>
        <translation>Kaltgang</translation>
    </message>
</context>
<context>
    <name>lockstep::HeaderStrip</name>
    <message>
        <source>no cluster</source>
        <translation>kein Cluster</translation>
    </message>
    <message>
        <source>unnamed cluster</source>
        <translation>Cluster ohne Namen</translation>
    </message>
    <message>
        <source>Key figures of the cluster</source>
        <translation>Kennzahlen des Clusters</translation>
    </message>
    <message>
        <source>LIVE</source>
        <translation>LIVE</translation>
    </message>
    <message>
        <source>NO DATA</source>
        <translation>KEINE DATEN</translation>
    </message>
    <message>
        <source>nothing received yet</source>
        <translation>noch nichts empfangen</translation>
    </message>
    <message>
        <source>PLAYING %1×</source>
        <translation>WIEDERGABE %1×</translation>
    </message>
    <message>
        <source>PAUSED</source>
        <translation>PAUSE</translation>
    </message>
    <message>
        <source>STALE</source>
        <translation>VERALTET</translation>
    </message>
</context>
<context>
    <name>lockstep::HeatCanvas</name>
    <message>
        <source>Metric heatmap</source>
        <translation>Metrik-Heatmap</translation>
    </message>
    <message>
        <source>No measurements yet.</source>
        <translation>Noch keine Messwerte.</translation>
    </message>
    <message>
        <source>No measurements of this metric.</source>
        <translation>Keine Messwerte dieser Metrik.</translation>
    </message>
    <message>
        <source>Connect to an agent (lockstep --connect HOST:PORT), or start the demo.</source>
        <translation>Verbinden Sie sich mit einem Agenten (lockstep --connect HOST:PORT), oder starten Sie die Demo.</translation>
    </message>
    <message>
        <source>Choose another kind of component or another metric above.</source>
        <translation>Wählen Sie oben eine andere Komponentenart oder Metrik.</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skala</translation>
    </message>
</context>
<context>
    <name>lockstep::HistogramView</name>
    <message>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>%1 · %2 · median %3</source>
        <translation>%1 · %2 · Median %3</translation>
    </message>
    <message>
        <source>%1 without data.</source>
        <translation>%1 ohne Daten.</translation>
    </message>
    <message>
        <source>%1 from %2 to %3.</source>
        <translation>%1 von %2 bis %3.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>This metric consists of flags, which have no distribution.</source>
        <translation>Diese Metrik besteht aus Flags; sie haben keine Verteilung.</translation>
    </message>
    <message>
        <source>No measurements at this moment.</source>
        <translation>Zu diesem Zeitpunkt keine Messwerte.</translation>
    </message>
    <message>
        <source>Choose another metric.</source>
        <translation>Wählen Sie eine andere Metrik.</translation>
    </message>
    <message>
        <source>Move the cursor, or choose another metric.</source>
        <translation>Bewegen Sie den Cursor, oder wählen Sie eine andere Metrik.</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentActions</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Annotate selection</source>
        <translation>Auswahl annotieren</translation>
    </message>
    <message>
        <source>Open incident</source>
        <translation>Vorfall eröffnen</translation>
    </message>
    <message>
        <source>Add screenshot to incident</source>
        <translation>Screenshot zum Vorfall hinzufügen</translation>
    </message>
    <message>
        <source>Save report as PDF</source>
        <translation>Bericht als PDF speichern</translation>
    </message>
    <message>
        <source>Export incident...</source>
        <translation>Vorfall exportieren...</translation>
    </message>
    <message>
        <source>Delete incident</source>
        <translation>Vorfall löschen</translation>
    </message>
    <message>
        <source>Deleted &quot;%1&quot;. Press Ctrl+Z to restore it.</source>
        <translation>„%1“ gelöscht. Strg+Z stellt ihn wieder her.</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>Copy report as Markdown</source>
        <translation>Bericht als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copied the report as Markdown.</source>
        <translation>Der Bericht ist als Markdown kopiert.</translation>
    </message>
    <message>
        <source>Cannot write the report: %1</source>
        <translation>Der Bericht kann nicht geschrieben werden: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentCosts</name>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>Use %1 %2 per GPU hour</source>
        <translation>%1 %2 je GPU-Stunde verwenden</translation>
    </message>
    <message>
        <source>Source: %1. Later incidents use this rate, too.</source>
        <translation>Quelle: %1. Auch spätere Vorfälle verwenden diesen Satz.</translation>
    </message>
    <message>
        <source>GPU time lost</source>
        <translation>Verlorene GPU-Zeit</translation>
    </message>
    <message>
        <source>GPU h</source>
        <translation>GPU h</translation>
    </message>
    <message>
        <source>Out of service</source>
        <translation>Außer Betrieb</translation>
    </message>
    <message>
        <source>Rolled back</source>
        <translation>Zurückgerollt</translation>
    </message>
    <message>
        <source>Steps lost</source>
        <translation>Verlorene Schritte</translation>
    </message>
    <message>
        <source>Tokens lost</source>
        <translation>Verlorene Tokens</translation>
    </message>
    <message>
        <source>Schedule delay</source>
        <translation>Terminverzug</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>GPUs of the job</source>
        <translation>GPUs des Jobs</translation>
    </message>
    <message>
        <source>Labour</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>GPU price</source>
        <translation>GPU-Preis</translation>
    </message>
    <message>
        <source>per GPU h</source>
        <translation>je GPU h</translation>
    </message>
    <message>
        <source>Reserved GPU price</source>
        <translation>Preis reservierter GPUs</translation>
    </message>
    <message>
        <source>Labour rate</source>
        <translation>Arbeitssatz</translation>
    </message>
    <message>
        <source>per h</source>
        <translation>je h</translation>
    </message>
    <message>
        <source>Cost of delay</source>
        <translation>Verzugskosten</translation>
    </message>
    <message>
        <source>per day</source>
        <translation>je Tag</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Entered manually</source>
        <translation>Von Hand eingegeben</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Unknown: %1</source>
        <translation>Unbekannt: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentEditor</name>
    <message>
        <source>Story</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historie</translation>
    </message>
    <message>
        <source>Screenshots</source>
        <translation>Bilder</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentHead</name>
    <message>
        <source>no components</source>
        <translation>keine Komponente ausgewählt</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Incident title</source>
        <translation>Titel des Vorfalls</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Zuständig</translation>
    </message>
    <message>
        <source>Tags, separated by commas</source>
        <translation>Tags, durch Komma getrennt</translation>
    </message>
    <message>
        <source>What went wrong?</source>
        <translation>Was ging schief?</translation>
    </message>
    <message>
        <source>unassigned</source>
        <translation>nicht zugewiesen</translation>
    </message>
    <message>
        <source>e.g. cooling, straggler</source>
        <translation>z. B. cooling, straggler</translation>
    </message>
    <message>
        <source>information</source>
        <translation>Information</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>mitigated</source>
        <translation>eingedämmt</translation>
    </message>
    <message>
        <source>resolved</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show this time range in all views</source>
        <translation>Diesen Zeitbereich in allen Ansichten zeigen</translation>
    </message>
    <message>
        <source>Use the marked range as the time of the incident</source>
        <translation>Den markierten Bereich als Zeit des Vorfalls verwenden</translation>
    </message>
    <message>
        <source>Use selection</source>
        <translation>Auswahl nutzen</translation>
    </message>
    <message>
        <source>Use the selection as the components of the incident</source>
        <translation>Die Auswahl als Komponenten des Vorfalls verwenden</translation>
    </message>
    <message>
        <source>Save PDF</source>
        <translation>PDF speichern</translation>
    </message>
    <message>
        <source>Save the report as a PDF file in your documents folder (Ctrl+P)</source>
        <translation>Den Bericht als PDF im Dokumentenordner speichern (Strg+P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the incident (Ctrl+Delete); Ctrl+Z restores it</source>
        <translation>Den Vorfall löschen (Strg+Entf); Strg+Z stellt ihn wieder her</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Responders with their roles, separated by commas</source>
        <translation>Beteiligte mit ihren Rollen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>e.g. commander: noor, scribe: sam</source>
        <translation>z. B. Leitung: noor, Protokoll: sam</translation>
    </message>
    <message>
        <source>Severity over time</source>
        <translation>Schwere im Verlauf</translation>
    </message>
    <message>
        <source>Copy Markdown</source>
        <translation>Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy the report for a chat or ticket (Ctrl+Shift+E)</source>
        <translation>Den Bericht für einen Chat oder ein Ticket kopieren (Strg+Umschalt+E)</translation>
    </message>
    <message>
        <source>Responders</source>
        <translation>Beteiligte</translation>
    </message>
    <message>
        <source>Use range</source>
        <translation>Bereich nutzen</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentHistory</name>
    <message>
        <source>Edit history, newest first</source>
        <translation>Änderungen, neueste zuerst</translation>
    </message>
    <message>
        <source>&lt;p&gt;Earlier edits, not shown: %1&lt;/p&gt;</source>
        <translation>&lt;p&gt;Frühere Änderungen, nicht gezeigt: %1&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;No edits yet.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Noch keine Änderungen.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentListModel</name>
    <message>
        <source>%1
%2, began %3</source>
        <translation>%1
%2, begann %3</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>information</source>
        <translation>Information</translation>
    </message>
    <message>
        <source>(no title)</source>
        <translation>(kein Titel)</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>mitigated</source>
        <translation>eingedämmt</translation>
    </message>
    <message>
        <source>resolved</source>
        <translation>behoben</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Incident</source>
        <translation>Vorfall</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Begann</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Zuständig</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentListPanel</name>
    <message>
        <source>Search, e.g. pump tag:cooling owner:noor</source>
        <translation>Suche, z. B. Pumpe tag:cooling owner:noor</translation>
    </message>
    <message>
        <source>Search incidents</source>
        <translation>Vorfälle suchen</translation>
    </message>
    <message>
        <source>Open only</source>
        <translation>Nur offene</translation>
    </message>
    <message>
        <source>Show only open incidents</source>
        <translation>Nur offene Vorfälle zeigen</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>Vorfälle</translation>
    </message>
    <message>
        <source>Delete incident</source>
        <translation>Vorfall löschen</translation>
    </message>
    <message>
        <source>mitigated</source>
        <translation>eingedämmt</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>No incidents yet.</source>
        <translation>Noch keine Vorfälle.</translation>
    </message>
    <message>
        <source>To open an incident, mark a range (Shift + drag) and press I. To annotate the selection, press A.</source>
        <translation>Um einen Vorfall zu eröffnen, markieren Sie einen Bereich (Umschalt + Ziehen) und drücken I. A annotiert die Auswahl.</translation>
    </message>
    <message>
        <source>No matching incidents.</source>
        <translation>Keine passenden Vorfälle.</translation>
    </message>
    <message>
        <source>No incident matches the search and the filter.</source>
        <translation>Kein Vorfall passt zur Suche und zum Filter.</translation>
    </message>
    <message>
        <source>first %1 of %2, times in UTC</source>
        <translation>die ersten %1 von %2, Zeiten in UTC</translation>
    </message>
    <message>
        <source>%1 found, times in UTC</source>
        <translation>%1 gefunden, Zeiten in UTC</translation>
    </message>
    <message numerus="yes">
        <source>%n incidents, newest first, times in UTC</source>
        <translation>
            <numerusform>%n Vorfall, Zeit in UTC</numerusform>
            <numerusform>%n Vorfälle, neueste zuerst, Zeiten in UTC</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentNotes</name>
    <message>
        <source>Mark first as cause</source>
        <translation>Erste als Ursache markieren</translation>
    </message>
    <message>
        <source>Mark the earliest selected note as the cause of the others</source>
        <translation>Die früheste ausgewählte Notiz als Ursache der anderen markieren</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the selected notes from the incident; they stay on the time bar</source>
        <translation>Die ausgewählten Notizen aus dem Vorfall nehmen; auf der Zeitleiste bleiben sie</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the selected notes</source>
        <translation>Die ausgewählten Notizen löschen</translation>
    </message>
    <message>
        <source>Add notes from this time range that belong to no incident</source>
        <translation>Notizen aus diesem Zeitbereich hinzufügen, die zu keinem Vorfall gehören</translation>
    </message>
    <message>
        <source>No notes yet.</source>
        <translation>Noch keine Notizen.</translation>
    </message>
    <message>
        <source>Mark a moment or a range in any view, select a component, and press A.</source>
        <translation>Markieren Sie einen Zeitpunkt oder Bereich in einer Ansicht, wählen Sie eine Komponente, dann A.</translation>
    </message>
    <message>
        <source>Incident notes, by time</source>
        <translation>Notizen zum Vorfall, nach Zeit</translation>
    </message>
    <message>
        <source>caused by 1</source>
        <translation>verursacht von 1</translation>
    </message>
    <message numerus="yes">
        <source>Add %n notes from this range</source>
        <translation>
            <numerusform>%n Notiz aus diesem Bereich hinzufügen</numerusform>
            <numerusform>%n Notizen aus diesem Bereich hinzufügen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentOffers</name>
    <message>
        <source>No incident open.</source>
        <translation>Kein Vorfall offen.</translation>
    </message>
    <message>
        <source>Open an incident from:</source>
        <translation>Vorfall eröffnen aus:</translation>
    </message>
    <message>
        <source>Choose an incident from the list. To open a new one, mark a range (Shift + drag) and press I.</source>
        <translation>Wählen Sie einen Vorfall aus der Liste. Um einen neuen zu eröffnen, markieren Sie einen Bereich (Umschalt + Ziehen) und drücken I.</translation>
    </message>
    <message>
        <source>Open an incident from: %1</source>
        <translation>Vorfall eröffnen aus: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentPictures</name>
    <message>
        <source>Restore view</source>
        <translation>Ansicht wiederherstellen</translation>
    </message>
    <message>
        <source>Screenshots of this incident</source>
        <translation>Bilder dieses Vorfalls</translation>
    </message>
    <message>
        <source>No screenshots yet.</source>
        <translation>Noch keine Bilder.</translation>
    </message>
    <message>
        <source>Press Shift+I to add a screenshot of the window. You can restore the view from a screenshot.</source>
        <translation>Umschalt+I fügt ein Bild des Fensters hinzu. Aus einem Bild können Sie die Ansicht wiederherstellen.</translation>
    </message>
    <message>
        <source>Restore the time, selection and workspace of this screenshot</source>
        <translation>Zeit, Auswahl und Arbeitsbereich wiederherstellen, die dieses Bild zeigt</translation>
    </message>
    <message>
        <source>Add screenshot</source>
        <translation>Bild hinzufügen</translation>
    </message>
    <message>
        <source>%1
%2, taken by %3</source>
        <translation>%1
%2, aufgenommen von %3</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentStory</name>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Maßnahmen</translation>
    </message>
    <message>
        <source>What happened, and what was the impact? Supports Markdown.</source>
        <translation>Was geschah, und welche Folgen hatte es? Unterstützt Markdown.</translation>
    </message>
    <message>
        <source>Why did it happen, and why was it not detected earlier? Supports Markdown.</source>
        <translation>Warum geschah es, und warum wurde es nicht früher erkannt? Unterstützt Markdown.</translation>
    </message>
    <message>
        <source>One per line:
[ ] Replace the impeller @sam
[x] Alert on loop flow @noor</source>
        <translation>Eine je Zeile:
[ ] Laufrad ersetzen @sam
[x] Alarm auf Kreisdurchfluss @noor</translation>
    </message>
    <message>
        <source>Actions: [x] done, @owner</source>
        <translation>Maßnahmen: [x] erledigt, @zuständig</translation>
    </message>
</context>
<context>
    <name>lockstep::JobCanvas</name>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>Computing steps from the spans up to the displayed time.</source>
        <translation>Schritte werden aus den Spans bis zur gezeigten Zeit berechnet.</translation>
    </message>
    <message>
        <source>No completed step yet.</source>
        <translation>Noch kein vollständiger Schritt.</translation>
    </message>
    <message>
        <source>Run a job that reports its steps, or open a trace.</source>
        <translation>Starten Sie einen Job, der seine Schritte meldet, oder öffnen Sie einen Trace.</translation>
    </message>
</context>
<context>
    <name>lockstep::JobPanel</name>
    <message>
        <source>Training jobs</source>
        <translation>Trainingsjobs</translation>
    </message>
    <message>
        <source>Where the job&apos;s GPU time went</source>
        <translation>Wofür die GPU-Zeit des Jobs verwendet wurde</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Loading job data from the recording.</source>
        <translation>Jobdaten werden aus der Aufzeichnung geladen.</translation>
    </message>
    <message>
        <source>No training jobs in the visible range.</source>
        <translation>Keine Trainingsjobs im sichtbaren Bereich.</translation>
    </message>
    <message>
        <source>Zoom out, or move the cursor to another time.</source>
        <translation>Verkleinern Sie den Maßstab, oder setzen Sie den Cursor auf einen anderen Zeitpunkt.</translation>
    </message>
    <message>
        <source>No training jobs yet.</source>
        <translation>Noch keine Trainingsjobs.</translation>
    </message>
    <message>
        <source>Run a job with the NCCL plugin or lockstep.py, or post job events to the agent&apos;s socket.</source>
        <translation>Starten Sie einen Job mit dem NCCL-Plugin oder lockstep.py, oder senden Sie Job-Ereignisse an den Socket des Agenten.</translation>
    </message>
    <message>
        <source>GPU time of %1 GPUs, %2 to %3</source>
        <translation>GPU-Zeit von %1 GPUs, %2 bis %3</translation>
    </message>
    <message>
        <source>No data for %1. This time is counted as unknown.</source>
        <translation>Seit %1 keine Daten. Diese Zeit zählt als unbekannt.</translation>
    </message>
    <message>
        <source>No data for %1. The job is treated as ended, so this time is not counted.</source>
        <translation>Seit %1 keine Daten. Der Job gilt als beendet, daher zählt diese Zeit nicht.</translation>
    </message>
</context>
<context>
    <name>lockstep::JobShown</name>
    <message>
        <source> up to %1, computing…</source>
        <translation> bis %1, wird berechnet…</translation>
    </message>
    <message>
        <source> up to %1</source>
        <translation> bis %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
</context>
<context>
    <name>lockstep::JobsModel</name>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>Goodput: share of the job&apos;s GPU time in the visible range that was productive, without waits, checkpoints, restarts and lost work</source>
        <translation>Goodput: produktiver Anteil der GPU-Zeit des Jobs im sichtbaren Bereich, ohne Warten, Checkpoints, Neustarts und verlorene Arbeit</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>Wait loss</source>
        <translation>Warteverlust</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation, then its reference: the value in the cluster file or, without one, the job&apos;s best hour</source>
        <translation>Model-FLOPs-Auslastung, dann ihre Referenz: der Wert in der Clusterdatei oder, falls er fehlt, die beste Stunde des Jobs</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
</context>
<context>
    <name>lockstep::Judging</name>
    <message>
        <source>Reject alert</source>
        <translation>Alarm ablehnen</translation>
    </message>
    <message>
        <source>Why is this alert wrong?</source>
        <translation>Warum ist dieser Alarm falsch?</translation>
    </message>
    <message>
        <source>Assign alert</source>
        <translation>Alarm zuweisen</translation>
    </message>
    <message>
        <source>Assign to:</source>
        <translation>Zuweisen an:</translation>
    </message>
    <message>
        <source>Mute alert</source>
        <translation>Alarm stummschalten</translation>
    </message>
    <message>
        <source>Mute alerts of this cause (%1) at %2:</source>
        <translation>Alarme dieser Ursache (%1) an %2 stummschalten:</translation>
    </message>
    <message>
        <source>No alert selected</source>
        <translation>Kein Alarm ausgewählt</translation>
    </message>
    <message>
        <source>any component</source>
        <translation>einer beliebigen Komponente</translation>
    </message>
    <message>
        <source>Alert %1. Press Ctrl+Z to undo.</source>
        <translation>Alarm %1. Strg+Z macht dies rückgängig.</translation>
    </message>
    <message>
        <source>Alert unmuted</source>
        <translation>Stummschaltung aufgehoben</translation>
    </message>
</context>
<context>
    <name>lockstep::KeyHelp</name>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Mouse and views</source>
        <translation>Maus und Ansichten</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Zoom at the pointer (all views)</source>
        <translation>Am Zeiger zoomen (alle Ansichten)</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Pan; in the hall, orbit</source>
        <translation>Verschieben; in der Halle umkreisen</translation>
    </message>
    <message>
        <source>Shift + drag</source>
        <translation>Umschalt + Ziehen</translation>
    </message>
    <message>
        <source>Mark a time range</source>
        <translation>Einen Zeitraum markieren</translation>
    </message>
    <message>
        <source>Ctrl + drag</source>
        <translation>Strg + Ziehen</translation>
    </message>
    <message>
        <source>Zoom to a time range</source>
        <translation>Auf einen Zeitraum zoomen</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Show all; inside a marked range, zoom to it</source>
        <translation>Alles zeigen; in einem markierten Bereich: darauf zoomen</translation>
    </message>
    <message>
        <source>W S A D</source>
        <translation>W S A D</translation>
    </message>
    <message>
        <source>Zoom and pan the focused view</source>
        <translation>Die Ansicht mit dem Fokus zoomen und verschieben</translation>
    </message>
    <message>
        <source>P, Shift + P, /</source>
        <translation>P, Umschalt + P, /</translation>
    </message>
    <message>
        <source>In the timeline: pin a lane, unpin all, filter</source>
        <translation>In der Zeitleiste: Spur anheften, alle lösen, filtern</translation>
    </message>
    <message>
        <source>1 2 3 4, F, Home</source>
        <translation>1 2 3 4, F, Pos1</translation>
    </message>
    <message>
        <source>In the hall: view from corner, front, top, back; fly to selection; show all</source>
        <translation>In der Halle: Blick von Ecke, vorn, oben, hinten; zur Auswahl fliegen; alles zeigen</translation>
    </message>
    <message>
        <source>M, H, T, U, X, R, P</source>
        <translation>M, H, T, U, X, R, P</translation>
    </message>
    <message>
        <source>In the hall: colour mode, unhealthy only, air, rack units, explode, fix range, copy image</source>
        <translation>In der Halle: Farbmodus, nur gestörte, Luft, Höheneinheiten, auseinanderziehen, Bereich halten, Bild kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Z, Esc</source>
        <translation>Strg+Z, Esc</translation>
    </message>
    <message>
        <source>While arranging racks: undo a move; cancel a drag or finish</source>
        <translation>Beim Anordnen der Racks: Verschiebung rückgängig; Ziehen abbrechen oder beenden</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Links, Rechts</translation>
    </message>
    <message>
        <source>On the time bar: step one tick</source>
        <translation>Auf der Zeitleiste: einen Tick weiter</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Clear selection and marked range</source>
        <translation>Auswahl und markierten Bereich aufheben</translation>
    </message>
    <message>
        <source>Type to search</source>
        <translation>Zum Suchen tippen</translation>
    </message>
    <message>
        <source>Search: %1</source>
        <translation>Suche: %1</translation>
    </message>
    <message>
        <source>No matching key</source>
        <translation>Keine passende Taste</translation>
    </message>
</context>
<context>
    <name>lockstep::LaneFilterBar</name>
    <message>
        <source>rank, node, operation, communicator, &gt; 10 ms</source>
        <translation>Rang, Knoten, Operation, Kommunikator, &gt; 10 ms</translation>
    </message>
    <message>
        <source>Lane and span filter</source>
        <translation>Filter für Spuren und Spans</translation>
    </message>
</context>
<context>
    <name>lockstep::LaneOrders</name>
    <message>
        <source>By node</source>
        <translation>Nach Knoten</translation>
    </message>
    <message>
        <source>Sort lanes by job, node and GPU</source>
        <translation>Spuren nach Job, Knoten und GPU ordnen</translation>
    </message>
    <message>
        <source>By rank</source>
        <translation>Nach Rang</translation>
    </message>
    <message>
        <source>Sort lanes by job and rank, so that tensor-, data- and pipeline-parallel neighbours are adjacent</source>
        <translation>Spuren nach Job und Rang ordnen; tensor-, daten- und pipelineparallele Nachbarn liegen nebeneinander</translation>
    </message>
    <message>
        <source>Longest waits first</source>
        <translation>Längstes Warten zuerst</translation>
    </message>
    <message>
        <source>Sort lanes by the time that they waited in the visible range</source>
        <translation>Spuren nach Wartezeit im sichtbaren Bereich ordnen</translation>
    </message>
    <message>
        <source>Most blamed first</source>
        <translation>Größte Verursacher zuerst</translation>
    </message>
    <message>
        <source>Sort lanes by the GPU time that other ranks spent waiting for them in recent steps</source>
        <translation>Spuren nach der GPU-Zeit ordnen, die andere Ränge in den letzten Schritten auf sie warteten</translation>
    </message>
</context>
<context>
    <name>lockstep::Legend</name>
    <message>
        <source>Colour legend</source>
        <translation>Farblegende</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 to %2, %3</source>
        <translation>%1 bis %2, %3</translation>
    </message>
    <message>
        <source>Click to let the range follow the data.</source>
        <translation>Klicken, damit der Bereich den Daten folgt.</translation>
    </message>
    <message>
        <source>Click to fix this range.</source>
        <translation>Klicken, um diesen Bereich festzuhalten.</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>fixed range</source>
        <translation>fester Bereich</translation>
    </message>
</context>
<context>
    <name>lockstep::LinkContent</name>
    <message>
        <source>%1, nothing measured yet</source>
        <translation>%1, noch nichts gemessen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>No data for this link yet.</source>
        <translation>Noch keine Daten für diesen Link.</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Far end</source>
        <translation>Gegenseite</translation>
    </message>
    <message>
        <source>No measurements yet.</source>
        <translation>Noch keine Messwerte.</translation>
    </message>
    <message>
        <source>Connect to an agent (lockstep --connect HOST:PORT), or start the demo.</source>
        <translation>Verbinden Sie sich mit einem Agenten (lockstep --connect HOST:PORT), oder starten Sie die Demo.</translation>
    </message>
    <message>
        <source>No links between switches are known.</source>
        <translation>Keine Links zwischen Switches bekannt.</translation>
    </message>
    <message>
        <source>Agents that read the switches report these links. To see the ports of the nodes, choose &quot;Node × port&quot; above.</source>
        <translation>Agenten, die die Switches lesen, melden diese Links. Die Ports der Knoten zeigt oben „Knoten × Port“.</translation>
    </message>
    <message>
        <source>No NVLinks are known.</source>
        <translation>Keine NVLinks bekannt.</translation>
    </message>
    <message>
        <source>Agents read NVLinks from NVML. Prometheus provides them if dcgm-exporter exports the counters of each link.</source>
        <translation>Agenten lesen NVLinks aus NVML. Prometheus liefert sie, wenn dcgm-exporter die Zähler jedes Links exportiert.</translation>
    </message>
    <message>
        <source>No ports are known.</source>
        <translation>Keine Ports bekannt.</translation>
    </message>
    <message>
        <source>Agents read ports from /sys/class/infiniband and /sys/class/net.</source>
        <translation>Agenten lesen Ports aus /sys/class/infiniband und /sys/class/net.</translation>
    </message>
</context>
<context>
    <name>lockstep::LinkPanel</name>
    <message>
        <source>Both ends of the link</source>
        <translation>Beide Enden des Links</translation>
    </message>
    <message>
        <source>Collectives that may have crossed this link</source>
        <translation>Collectives, die diesen Link benutzt haben können</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Near end</source>
        <translation>Diesseitiges Ende</translation>
    </message>
    <message>
        <source>Far end</source>
        <translation>Gegenseite</translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation>Kommunikator</translation>
    </message>
    <message>
        <source>Bus bandwidth of the last collective</source>
        <translation>Busbandbreite des letzten Collectives</translation>
    </message>
    <message>
        <source>%1
to %2</source>
        <translation>%1
nach %2</translation>
    </message>
    <message>
        <source>No link selected. Click a cell of the fabric matrix, or a port in any view.</source>
        <translation>Kein Link ausgewählt. Klicken Sie auf eine Zelle der Fabric-Matrix oder auf einen Port.</translation>
    </message>
    <message>
        <source>both ends · %1</source>
        <translation>beide Enden · %1</translation>
    </message>
    <message>
        <source>at the cursor</source>
        <translation>am Cursor</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>No information about collectives at this time</source>
        <translation>Keine Angaben zu Collectives zu dieser Zeit</translation>
    </message>
    <message>
        <source>No known collective crossed this link in the last minute</source>
        <translation>In der letzten Minute benutzte kein bekanntes Collective diesen Link</translation>
    </message>
    <message>
        <source>Collectives that may have crossed this link: slowest %1 of %2</source>
        <translation>Collectives, die diesen Link benutzt haben können: die langsamsten %1 von %2</translation>
    </message>
</context>
<context>
    <name>lockstep::LiveSession</name>
    <message>
        <source>%1 has no current data. The window shows its newest sample, from %2 UTC.</source>
        <translation>%1 hat keine aktuellen Daten. Das Fenster zeigt den neuesten Messwert, von %2 UTC.</translation>
    </message>
</context>
<context>
    <name>lockstep::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Workspace</source>
        <translation>A&amp;rbeitsbereich</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>&amp;Zeit</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>Ver&amp;gleich</translation>
    </message>
    <message>
        <source>&amp;Incident</source>
        <translation>V&amp;orfall</translation>
    </message>
    <message>
        <source>&amp;Alert</source>
        <translation>A&amp;larm</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>G&amp;ehe zu</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet ...</translation>
    </message>
</context>
<context>
    <name>lockstep::ManualBrowser</name>
    <message>
        <source>This file is only in Lockstep&apos;s source tree: `%1`</source>
        <translation>Diese Datei gibt es nur im Quellbaum von Lockstep: `%1`</translation>
    </message>
    <message>
        <source>Manual page</source>
        <translation>Handbuchseite</translation>
    </message>
</context>
<context>
    <name>lockstep::ManualDialog</name>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation>Seiten des Handbuchs</translation>
    </message>
</context>
<context>
    <name>lockstep::MetricFactsModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2, limits %3</source>
        <translation>%1: %2, Grenzen %3</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Trend</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Vergleichsbasis</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
</context>
<context>
    <name>lockstep::MetricGridView</name>
    <message>
        <source>Over time</source>
        <translation>Über der Zeit</translation>
    </message>
    <message>
        <source>One metric over time, one row per component</source>
        <translation>Eine Metrik über der Zeit, eine Zeile je Komponente</translation>
    </message>
    <message>
        <source>By metric</source>
        <translation>Nach Metrik</translation>
    </message>
    <message>
        <source>All metrics at the cursor, one column per metric, each with its own scale</source>
        <translation>Alle Metriken am Cursor, eine Spalte je Metrik, jede mit eigener Skala</translation>
    </message>
    <message>
        <source>Kind of component</source>
        <translation>Komponentenart</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>each metric has its own scale, from low to high</source>
        <translation>jede Metrik hat ihre eigene Skala, von niedrig bis hoch</translation>
    </message>
    <message>
        <source>%1 (%2) over time · %3</source>
        <translation>%1 (%2) über der Zeit · %3</translation>
    </message>
    <message>
        <source>all metrics at the cursor, each in its own unit · %1</source>
        <translation>alle Metriken am Cursor, jede in ihrer Einheit · %1</translation>
    </message>
</context>
<context>
    <name>lockstep::MetricPicker</name>
    <message>
        <source>Metric shown</source>
        <translation>Gezeigte Metrik</translation>
    </message>
    <message>
        <source>Metric shown in the maps, the hall and the charts. Type to search.</source>
        <translation>Metrik der Karten, der Halle und der Diagramme. Zum Suchen tippen.</translation>
    </message>
    <message>
        <source>No metric yet</source>
        <translation>Noch keine Metrik</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>lockstep::ModelText</name>
    <message>
        <source>en</source>
        <translation>de</translation>
    </message>
</context>
<context>
    <name>lockstep::NoteBar</name>
    <message>
        <source>  %1 components</source>
        <translation>  %1 Komponenten</translation>
    </message>
    <message>
        <source>What happened? Enter saves the note, Esc cancels.</source>
        <translation>Was ist geschehen? Enter speichert die Notiz, Esc bricht ab.</translation>
    </message>
    <message>
        <source>Note text</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>lockstep::NotificationBar</name>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
</context>
<context>
    <name>lockstep::NotificationRow</name>
    <message>
        <source>Information</source>
        <translation>Information</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>Kritisch</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1-mal</translation>
    </message>
    <message numerus="yes">
        <source>%n more messages</source>
        <translation>
            <numerusform>%n weitere Meldung</numerusform>
            <numerusform>%n weitere Meldungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Dismiss: %1</source>
        <translation>Schließen: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::PagesView</name>
    <message>
        <source>Report preview</source>
        <translation>Berichtsvorschau</translation>
    </message>
</context>
<context>
    <name>lockstep::PairContent</name>
    <message numerus="yes">
        <source>%1 · %2 communicators</source>
        <translation>
            <numerusform>%1 · %2 Kommunikator</numerusform>
            <numerusform>%1 · %2 Kommunikatoren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ränge</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 communicate in %2, at a bus bandwidth of %3.</source>
        <translation>%1 kommunizieren in %2, mit einer Busbandbreite von %3.</translation>
    </message>
    <message>
        <source>%1 communicate in %2, at a bus bandwidth of %3. The line rate of the slowest NIC is %4.</source>
        <translation>%1 kommunizieren in %2, mit einer Busbandbreite von %3. Die Leitungsrate der langsamsten NIC ist %4.</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>Zwischen</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation>Kommunikator</translation>
    </message>
    <message>
        <source>%1, %2 ranks</source>
        <translation>%1, %2 Ränge</translation>
    </message>
    <message>
        <source>Bus bandwidth</source>
        <translation>Busbandbreite</translation>
    </message>
    <message>
        <source>Traffic per rank</source>
        <translation>Verkehr je Rang</translation>
    </message>
    <message>
        <source>Value shown</source>
        <translation>Gezeigter Wert</translation>
    </message>
    <message>
        <source>worst of %1 pairs in this pixel</source>
        <translation>schlechtestes von %1 Paaren auf diesem Pixel</translation>
    </message>
    <message>
        <source>No information about collectives at this time.</source>
        <translation>Keine Angaben zu Collectives zu dieser Zeit.</translation>
    </message>
    <message>
        <source>Lockstep matches collectives only while it receives live data. Press L to go live.</source>
        <translation>Lockstep ordnet Collectives nur zu, während es Live-Daten empfängt. Mit L zu live.</translation>
    </message>
    <message>
        <source>These communicators ran no large collective in the last minute.</source>
        <translation>Diese Kommunikatoren hatten in der letzten Minute kein großes Collective.</translation>
    </message>
    <message>
        <source>Choose other communicators above.</source>
        <translation>Wählen Sie oben andere Kommunikatoren.</translation>
    </message>
    <message>
        <source>No large collectives yet.</source>
        <translation>Noch keine großen Collectives.</translation>
    </message>
    <message>
        <source>Run a job with the NCCL plugin, or post job events that include the bytes and communicator of each collective.</source>
        <translation>Starten Sie einen Job mit dem NCCL-Plugin, oder senden Sie Job-Ereignisse mit Bytes und Kommunikator jedes Collectives.</translation>
    </message>
</context>
<context>
    <name>lockstep::PlanningResult</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message numerus="yes">
        <source>%n failures in %1 h</source>
        <translation>
            <numerusform>%n Ausfall in %1 h</numerusform>
            <numerusform>%n Ausfälle in %1 h</numerusform>
        </translation>
    </message>
    <message>
        <source>no data from its GPUs</source>
        <translation>keine Daten von seinen GPUs</translation>
    </message>
    <message>
        <source>drained or down, according to the scheduler</source>
        <translation>laut Scheduler entleert oder ausgefallen</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>belegt von %1</translation>
    </message>
    <message>
        <source>port down: %1</source>
        <translation>Port ausgefallen: %1</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Headroom at full power</source>
        <translation>Reserve bei voller Leistung</translation>
    </message>
    <message>
        <source>Hottest GPU</source>
        <translation>Heißeste GPU</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Leaf switches</source>
        <translation>Leaf-Switches</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>How far the hottest GPU of the node stays below its slowdown limit. If no limit is known, its temperature.</source>
        <translation>Wie weit die heißeste GPU des Knotens unter ihrer Drosselgrenze bleibt. Ist keine Grenze bekannt, ihre Temperatur.</translation>
    </message>
    <message>
        <source>Best nodes for this job: %1</source>
        <translation>Beste Knoten für diesen Job: %1</translation>
    </message>
    <message>
        <source>Other free nodes: %1</source>
        <translation>Weitere freie Knoten: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message numerus="yes">
        <source>%n problems</source>
        <translation>
            <numerusform>%n Problem</numerusform>
            <numerusform>%n Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>Excluded nodes: %1</source>
        <translation>Ausgeschlossene Knoten: %1</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>Based on</source>
        <translation>Grundlage</translation>
    </message>
    <message>
        <source>Job of unknown size</source>
        <translation>Job unbekannter Größe</translation>
    </message>
    <message numerus="yes">
        <source>Job on %1 nodes</source>
        <translation>
            <numerusform>Job auf %1 Knoten</numerusform>
            <numerusform>Job auf %1 Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>Mean time between failures (MTBF)</source>
        <translation>Mittlere Zeit zwischen Ausfällen (MTBF)</translation>
    </message>
    <message numerus="yes">
        <source>%n job restarts in %1 node hours</source>
        <translation>
            <numerusform>%n Job-Neustart in %1 Knotenstunden</numerusform>
            <numerusform>%n Job-Neustarts in %1 Knotenstunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n component failures in %1 node hours</source>
        <translation>
            <numerusform>%n Komponentenausfall in %1 Knotenstunden</numerusform>
            <numerusform>%n Komponentenausfälle in %1 Knotenstunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Optimal checkpoint interval (Daly)</source>
        <translation>Optimaler Checkpoint-Abstand (Daly)</translation>
    </message>
    <message>
        <source>time per checkpoint: %1</source>
        <translation>Zeit je Checkpoint: %1</translation>
    </message>
    <message>
        <source>Time lost to checkpoints and failures</source>
        <translation>Verlorene Zeit durch Checkpoints und Ausfälle</translation>
    </message>
    <message>
        <source>time per restart: %1</source>
        <translation>Zeit je Neustart: %1</translation>
    </message>
    <message>
        <source>Spare nodes (waits for a repair: less than 5 % of the time)</source>
        <translation>Reserveknoten (Warten auf eine Reparatur: unter 5 % der Zeit)</translation>
    </message>
    <message>
        <source>time to repair: %1</source>
        <translation>Reparaturzeit: %1</translation>
    </message>
    <message>
        <source>Nodes drained at the same time</source>
        <translation>Gleichzeitig entleerte Knoten</translation>
    </message>
    <message>
        <source>95th percentile over time. If it exceeds the number of spare nodes for a job on all nodes, nodes fail in groups.</source>
        <translation>95. Perzentil über die Zeit. Sind es mehr als die Reserveknoten eines Jobs auf allen Knoten, fallen Knoten in Gruppen aus.</translation>
    </message>
    <message>
        <source>Output lost if 1 % of the GPUs fail and stop their jobs</source>
        <translation>Verlorene Leistung, wenn 1 % der GPUs ausfallen und ihre Jobs anhalten</translation>
    </message>
    <message>
        <source>Output lost if 1 % of the GPUs slow their jobs down</source>
        <translation>Verlorene Leistung, wenn 1 % der GPUs ihre Jobs verlangsamen</translation>
    </message>
    <message>
        <source>Time between interruptions of a node</source>
        <translation>Zeit zwischen Unterbrechungen eines Knotens</translation>
    </message>
    <message>
        <source>Job restarts</source>
        <translation>Job-Neustarts</translation>
    </message>
    <message>
        <source>Component failures that stop a job</source>
        <translation>Komponentenausfälle, die einen Job anhalten</translation>
    </message>
    <message>
        <source>Time between failures of a component</source>
        <translation>Zeit zwischen Ausfällen einer Komponente</translation>
    </message>
    <message>
        <source>Can stop a job: %1. Can slow a job down: %2. On nodes with a running job: %3.</source>
        <translation>Können einen Job anhalten: %1. Können einen Job verlangsamen: %2. Auf Knoten mit laufendem Job: %3.</translation>
    </message>
    <message>
        <source>No detector had data for: %1</source>
        <translation>Kein Detektor hatte Daten für: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::PlanningDialog</name>
    <message>
        <source>Plan and place jobs</source>
        <translation>Jobs planen und platzieren</translation>
    </message>
    <message>
        <source>Node selection</source>
        <translation>Knotenauswahl</translation>
    </message>
    <message>
        <source>Failures, checkpoints, spare nodes</source>
        <translation>Ausfälle, Checkpoints, Reserveknoten</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Only %1 of the %2 requested nodes are free.</source>
        <translation>Nur %1 der %2 gewünschten Knoten sind frei.</translation>
    </message>
    <message>
        <source>Time to repair a node</source>
        <translation>Reparaturzeit eines Knotens</translation>
    </message>
    <message>
        <source>Time per checkpoint</source>
        <translation>Zeit je Checkpoint</translation>
    </message>
    <message>
        <source>Time per restart</source>
        <translation>Zeit je Neustart</translation>
    </message>
    <message>
        <source> h</source>
        <translation> h</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>wie gemessen</translation>
    </message>
    <message>
        <source>Nodes in job</source>
        <translation>Knoten im Job</translation>
    </message>
    <message>
        <source>This session has no recording. Open a recording, or record a data source.</source>
        <translation>Diese Sitzung hat keine Aufzeichnung. Öffnen Sie eine Aufzeichnung, oder zeichnen Sie eine Datenquelle auf.</translation>
    </message>
    <message>
        <source>Loading %1…</source>
        <translation>%1 wird geladen…</translation>
    </message>
    <message>
        <source>Cannot start %1: %2</source>
        <translation>%1 kann nicht gestartet werden: %2</translation>
    </message>
    <message>
        <source>Cannot answer this question from the recording.</source>
        <translation>Diese Frage lässt sich aus der Aufzeichnung nicht beantworten.</translation>
    </message>
    <message>
        <source>Details: %1</source>
        <translation>Einzelheiten: %1</translation>
    </message>
    <message>
        <source>Based on data up to %1.</source>
        <translation>Aus den Daten bis %1.</translation>
    </message>
    <message>
        <source>Based on all data recorded so far.</source>
        <translation>Aus allen bisher aufgezeichneten Daten.</translation>
    </message>
</context>
<context>
    <name>lockstep::PoolsCanvas</name>
    <message>
        <source>%1 (stale: last values)</source>
        <translation>%1 (veraltet: letzte Werte)</translation>
    </message>
    <message>
        <source>%1, target %2</source>
        <translation>%1, Ziel %2</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1, burn %2</source>
        <translation>%1, Burn-Rate %2</translation>
    </message>
    <message>
        <source>%1: no active alerts</source>
        <translation>%1: kein aktiver Alarm</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>Burn rate: (share of the last hour that missed the target) / (share that the target allows)</source>
        <translation>Burn-Rate: Anteil der letzten Stunde, in dem das Ziel verfehlt wurde / Anteil, den das Ziel erlaubt</translation>
    </message>
    <message>
        <source>First token, p99</source>
        <translation>Erstes Token, p99</translation>
    </message>
    <message>
        <source>First token, median</source>
        <translation>Erstes Token, Median</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Per token, p99</source>
        <translation>Je Token, p99</translation>
    </message>
    <message>
        <source>Per token, median</source>
        <translation>Je Token, Median</translation>
    </message>
    <message>
        <source>Request paths of inference services, and response times against targets</source>
        <translation>Wege der Anfragen durch Inferenzdienste, und Antwortzeiten gegen Ziele</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>Router</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>Transfer</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>erstes Token</translation>
    </message>
    <message>
        <source>imbalance</source>
        <translation>Ungleichgewicht</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>laufend</translation>
    </message>
    <message>
        <source>load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>per token</source>
        <translation>je Token</translation>
    </message>
    <message>
        <source>preempted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
</context>
<context>
    <name>lockstep::PoolsPanel</name>
    <message numerus="yes">
        <source>%n more services are not shown</source>
        <translation>
            <numerusform>%n weiterer Dienst wird nicht gezeigt</numerusform>
            <numerusform>%n weitere Dienste werden nicht gezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n services</source>
        <translation>
            <numerusform>%n Dienst</numerusform>
            <numerusform>%n Dienste</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, no target</source>
        <translation>%1, kein Ziel</translation>
    </message>
    <message>
        <source>%1, target %2, burn rate %3</source>
        <translation>%1, Ziel %2, Burn-Rate %3</translation>
    </message>
    <message>
        <source>%1, target %2; burn rate available after five minutes</source>
        <translation>%1, Ziel %2; Burn-Rate nach fünf Minuten bekannt</translation>
    </message>
    <message>
        <source>%1: request rate %2</source>
        <translation>%1: Anfragerate %2</translation>
    </message>
    <message>
        <source>Connect to a Prometheus server that scrapes vLLM, SGLang, Triton, Dynamo or KServe, or import its data.</source>
        <translation>Verbinden Sie sich mit einem Prometheus-Server, der vLLM, SGLang, Triton, Dynamo oder KServe abfragt, oder importieren Sie dessen Daten.</translation>
    </message>
    <message>
        <source>No serving metrics at this moment.</source>
        <translation>Zu diesem Zeitpunkt keine Metriken von Inferenzdiensten.</translation>
    </message>
    <message>
        <source>Loading the services from the recording.</source>
        <translation>Dienste werden aus der Aufzeichnung geladen.</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Response times, targets and alerts; expand a line to see its formula</source>
        <translation>Antwortzeiten, Ziele und Alarme; eine Zeile aufklappen zeigt ihre Formel</translation>
    </message>
    <message>
        <source>to set a target, add [[target]] for the service to the cluster file</source>
        <translation>für ein Ziel [[target]] für den Dienst in die Clusterdatei eintragen</translation>
    </message>
    <message>
        <source>burn rate = (share of the last hour that missed the target) / (share that the target allows)</source>
        <translation>Burn-Rate = Anteil der letzten Stunde, in dem das Ziel verfehlt wurde / Anteil, den das Ziel erlaubt</translation>
    </message>
    <message>
        <source>metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>no active alerts</source>
        <translation>kein aktiver Alarm</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>required share of time within the target</source>
        <translation>geforderter Zeitanteil innerhalb des Ziels</translation>
    </message>
</context>
<context>
    <name>lockstep::PowerCanvas</name>
    <message>
        <source>Hall power over time, steps of jobs, and power spectrum</source>
        <translation>Leistung der Halle über die Zeit, Schritte der Jobs und Spektrum</translation>
    </message>
    <message>
        <source>Power swings in the last minute</source>
        <translation>Schwingungen der letzten Minute</translation>
    </message>
    <message>
        <source>The sampling interval is too long for swings of 0.1 Hz and above</source>
        <translation>Das Messintervall ist zu lang für Schwingungen ab 0,1 Hz</translation>
    </message>
    <message>
        <source>Too few samples in the last minute</source>
        <translation>Zu wenige Messungen in der letzten Minute</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Hall power at %1</source>
        <translation>Leistung der Halle um %1</translation>
    </message>
    <message>
        <source>hall</source>
        <translation>Halle</translation>
    </message>
    <message>
        <source>Amplitude of swings at this frequency in the last minute: half of the difference between peak and trough</source>
        <translation>Amplitude der Schwingungen dieser Frequenz in der letzten Minute: die Hälfte der Differenz von Spitze und Tal</translation>
    </message>
    <message>
        <source>Measurable up to %1</source>
        <translation>Messbar bis %1</translation>
    </message>
</context>
<context>
    <name>lockstep::PowerPanel</name>
    <message>
        <source>%1, limit %2</source>
        <translation>%1, Grenze %2</translation>
    </message>
    <message numerus="yes">
        <source>, %n power-capped GPUs</source>
        <translation>
            <numerusform>, Leistung von %n GPU begrenzt</numerusform>
            <numerusform>, Leistung von %n GPUs begrenzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Halle</translation>
    </message>
    <message>
        <source>%1 of %2, headroom %3</source>
        <translation>%1 von %2, Reserve %3</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>Leistung der GPUs</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>sum over GPUs; node power is not measured</source>
        <translation>Summe der GPUs; die Leistung der Knoten wird nicht gemessen</translation>
    </message>
    <message>
        <source>sum over all nodes that are reporting</source>
        <translation>Summe aller meldenden Knoten</translation>
    </message>
    <message>
        <source>Peak to trough</source>
        <translation>Spitze bis Tal</translation>
    </message>
    <message>
        <source>%1 (%2 of the peak)</source>
        <translation>%1 (%2 der Spitze)</translation>
    </message>
    <message>
        <source>highest − lowest power in the last %1</source>
        <translation>höchste − niedrigste Leistung der letzten %1</translation>
    </message>
    <message>
        <source>Fastest change per second</source>
        <translation>Schnellste Änderung je Sekunde</translation>
    </message>
    <message>
        <source>up %1, down %2</source>
        <translation>aufwärts %1, abwärts %2</translation>
    </message>
    <message>
        <source>Strongest swing</source>
        <translation>Stärkste Schwingung</translation>
    </message>
    <message>
        <source>±%1 at %2</source>
        <translation>±%1 mit %2</translation>
    </message>
    <message>
        <source>amplitude of the strongest frequency in the last minute (Hann window); the limit applies from %1 to %2; frequencies above %3 cannot be measured</source>
        <translation>Amplitude der stärksten Frequenz in der letzten Minute (Hann-Fenster); die Grenze gilt von %1 bis %2; Frequenzen über %3 sind nicht messbar</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>in phase</source>
        <translation>in Phase</translation>
    </message>
    <message>
        <source>in antiphase</source>
        <translation>gegenphasig</translation>
    </message>
    <message>
        <source>out of phase</source>
        <translation>phasenverschoben</translation>
    </message>
    <message>
        <source>%1, %2 of the swing, %3</source>
        <translation>%1, %2 der Schwingung, %3</translation>
    </message>
    <message>
        <source>power of the job&apos;s GPUs, and the job&apos;s share of the hall&apos;s strongest swing; only the part in phase with the hall counts</source>
        <translation>Leistung der GPUs des Jobs und Anteil des Jobs an der stärksten Schwingung der Halle; nur der Teil in Phase mit der Halle zählt</translation>
    </message>
    <message>
        <source>phase lag behind the hall</source>
        <translation>Phasenverzug zur Halle</translation>
    </message>
    <message>
        <source>%1°</source>
        <translation>%1°</translation>
    </message>
    <message>
        <source>peak to trough in the job&apos;s last step</source>
        <translation>Spitze bis Tal im letzten Schritt des Jobs</translation>
    </message>
    <message>
        <source>Power feeds</source>
        <translation>Einspeisungen</translation>
    </message>
    <message>
        <source>assumes that a rack draws equally from each of its feeds; headroom = capacity − load on this feed if the other feeds fail</source>
        <translation>nimmt an, dass ein Rack gleich viel aus jeder seiner Einspeisungen bezieht; Reserve = Kapazität − Last auf dieser Einspeisung, wenn die anderen ausfallen</translation>
    </message>
    <message>
        <source>load on this feed if the other feeds fail</source>
        <translation>Last auf dieser Einspeisung, wenn die anderen ausfallen</translation>
    </message>
    <message>
        <source>Racks, least headroom first</source>
        <translation>Racks, kleinste Reserve zuerst</translation>
    </message>
    <message>
        <source>Power, limits and headroom; expand a line to see its formula</source>
        <translation>Leistung, Grenzen und Reserve; eine Zeile zeigt aufgeklappt ihre Formel</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Loading power from the recording.</source>
        <translation>Die Leistung wird aus der Aufzeichnung geladen.</translation>
    </message>
    <message>
        <source>No power measurements at this moment.</source>
        <translation>Zu diesem Zeitpunkt keine Leistungsmesswerte.</translation>
    </message>
    <message>
        <source>Connect to agents on nodes with GPUs or power sensors, or add [[redfish]] or [[modbus]] to an agent.toml.</source>
        <translation>Agenten auf Knoten mit GPUs oder Leistungssensoren verbinden, oder [[redfish]] oder [[modbus]] in eine agent.toml aufnehmen.</translation>
    </message>
    <message>
        <source>change between two samples, %1 apart; faster changes appear slower</source>
        <translation>Änderung zwischen zwei Messungen im Abstand von %1; schnellere Änderungen erscheinen langsamer</translation>
    </message>
    <message>
        <source>Racks, highest power first; no limits known</source>
        <translation>Racks, höchste Leistung zuerst; keine Grenzen bekannt</translation>
    </message>
    <message>
        <source>%1 in the last sample</source>
        <translation>%1 im letzten Messwert</translation>
    </message>
</context>
<context>
    <name>lockstep::RackArranging</name>
    <message>
        <source>Arrange racks</source>
        <translation>Racks anordnen</translation>
    </message>
    <message>
        <source>Undo rack move</source>
        <translation>Rack-Verschiebung rückgängig machen</translation>
    </message>
    <message>
        <source>Redo rack move</source>
        <translation>Rack-Verschiebung wiederholen</translation>
    </message>
    <message>
        <source>Save layout...</source>
        <translation>Anordnung speichern...</translation>
    </message>
    <message>
        <source>Cannot move %1 there: %2 is in the way</source>
        <translation>%1 kann nicht dorthin verschoben werden: %2 steht im Weg</translation>
    </message>
    <message>
        <source>The racks of a recording cannot be moved. Connect to a live data source to arrange racks.</source>
        <translation>Die Racks einer Aufzeichnung lassen sich nicht verschieben. Verbinden Sie sich mit einer Live-Datenquelle, um Racks anzuordnen.</translation>
    </message>
    <message>
        <source>Layout has unsaved changes</source>
        <translation>Anordnung mit nicht gespeicherten Änderungen</translation>
    </message>
    <message>
        <source>Save layout as cluster file</source>
        <translation>Anordnung als Cluster-Datei speichern</translation>
    </message>
    <message>
        <source>Cluster files (*.toml)</source>
        <translation>Cluster-Dateien (*.toml)</translation>
    </message>
    <message>
        <source>Cannot save the layout: %1</source>
        <translation>Die Anordnung kann nicht gespeichert werden: %1</translation>
    </message>
    <message numerus="yes">
        <source>Saved the positions of %n racks to %1</source>
        <translation>
            <numerusform>Position von %n Rack in %1 gespeichert</numerusform>
            <numerusform>Positionen von %n Racks in %1 gespeichert</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RateFields</name>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>Cost per GPU hour</source>
        <translation>Kosten je GPU-Stunde</translation>
    </message>
    <message>
        <source>Cost per kWh</source>
        <translation>Kosten je kWh</translation>
    </message>
    <message>
        <source>GPU hours between failures</source>
        <translation>GPU-Stunden zwischen Ausfällen</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>Cost per reserved GPU hour</source>
        <translation>Kosten je reservierter GPU-Stunde</translation>
    </message>
    <message>
        <source>Cost per hour of labour</source>
        <translation>Kosten je Arbeitsstunde</translation>
    </message>
    <message>
        <source>Cost per day of delay</source>
        <translation>Kosten je Tag Verzug</translation>
    </message>
</context>
<context>
    <name>lockstep::RecipientsDialog</name>
    <message>
        <source>Send test message</source>
        <translation>Testmeldung senden</translation>
    </message>
    <message>
        <source>Send alerts</source>
        <translation>Alarme senden</translation>
    </message>
    <message>
        <source>Lockstep sends a JSON POST request to each address when an alert begins, changes or ends. An address that ends in /api/v2/alerts is treated as an Alertmanager. Alerts are sent only for live data, never for the demo.</source>
        <translation>Lockstep sendet eine JSON-POST-Anfrage an jede Adresse, wenn ein Alarm beginnt, sich ändert oder endet. Eine Adresse, die auf /api/v2/alerts endet, gilt als Alertmanager. Alarme werden nur für Live-Daten gesendet, nie für die Demo.</translation>
    </message>
    <message>
        <source>optional; default: the system&apos;s CA certificates</source>
        <translation>optional; sonst die CA-Zertifikate des Systems</translation>
    </message>
    <message>
        <source>optional; must be readable only by you (mode 0600)</source>
        <translation>optional; darf nur für Sie lesbar sein (Modus 0600)</translation>
    </message>
    <message>
        <source>Send a test message to all addresses</source>
        <translation>Eine Testmeldung an alle Adressen senden</translation>
    </message>
    <message>
        <source>Addresses (one per line)</source>
        <translation>Adressen (eine je Zeile)</translation>
    </message>
    <message>
        <source>CA certificates (PEM)</source>
        <translation>CA-Zertifikate (PEM)</translation>
    </message>
    <message>
        <source>Token file</source>
        <translation>Token-Datei</translation>
    </message>
    <message>
        <source>Enter an address first.</source>
        <translation>Geben Sie zuerst eine Adresse ein.</translation>
    </message>
    <message>
        <source>Delivered: %1</source>
        <translation>Zugestellt: %1</translation>
    </message>
    <message>
        <source>Not delivered: %1</source>
        <translation>Nicht zugestellt: %1</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>Ausstehend: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::RecordingLimitsDialog</name>
    <message>
        <source>Recording limits</source>
        <translation>Aufzeichnungsgrenzen</translation>
    </message>
    <message>
        <source>When a limit is reached, the oldest data is deleted. Lockstep keeps the minimum, mean and maximum of deleted samples per minute and per ten minutes. New limits apply when you next open a data source.</source>
        <translation>Ist eine Grenze erreicht, werden die ältesten Daten gelöscht. Von gelöschten Messwerten behält Lockstep Minimum, Mittelwert und Maximum je Minute und je zehn Minuten. Neue Grenzen gelten, sobald Sie wieder eine Datenquelle öffnen.</translation>
    </message>
    <message>
        <source>Size limit</source>
        <translation>Größengrenze</translation>
    </message>
    <message>
        <source>Age limit</source>
        <translation>Altersgrenze</translation>
    </message>
    <message>
        <source>All samples</source>
        <translation>Alle Messwerte</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>%1: size limit</source>
        <translation>%1: Größengrenze</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>%1: age limit</source>
        <translation>%1: Altersgrenze</translation>
    </message>
    <message>
        <source>no data yet</source>
        <translation>noch keine Daten</translation>
    </message>
    <message>
        <source>Retention at current data rate</source>
        <translation>Aufbewahrung bei jetziger Datenrate</translation>
    </message>
</context>
<context>
    <name>lockstep::RecordingSession</name>
    <message>
        <source>This recording has too many events to list. Events after %1 are not shown.</source>
        <translation>Diese Aufzeichnung hat zu viele Ereignisse für die Liste. Ereignisse nach %1 werden nicht gezeigt.</translation>
    </message>
    <message>
        <source>Maps and charts show analysis results for the first %1 of this recording only. The rest does not fit into %2 MB of memory.</source>
        <translation>Karten und Diagramme zeigen Analyseergebnisse nur für die ersten %1 dieser Aufzeichnung. Der Rest passt nicht in %2 MB Speicher.</translation>
    </message>
    <message>
        <source>Analysing this recording: %1 % done</source>
        <translation>Diese Aufzeichnung wird analysiert: %1 % fertig</translation>
    </message>
    <message>
        <source>This recording has too many events to list. Events before %1 are not shown.</source>
        <translation>Diese Aufzeichnung hat zu viele Ereignisse für die Liste. Ereignisse vor %1 werden nicht gezeigt.</translation>
    </message>
</context>
<context>
    <name>lockstep::RollingRecording</name>
    <message>
        <source>Recording resumed in %1</source>
        <translation>Aufzeichnung in %1 fortgesetzt</translation>
    </message>
</context>
<context>
    <name>lockstep::SelectionChartsView</name>
    <message>
        <source>Charts of the selection</source>
        <translation>Diagramme der Auswahl</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>last %1 of %2 selected</source>
        <translation>die letzten %1 von %2 ausgewählten</translation>
    </message>
    <message numerus="yes">
        <source>%n metrics, each in its own unit</source>
        <translation>
            <numerusform>%n Metrik</numerusform>
            <numerusform>%n Metriken, jede in ihrer Einheit</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · key metrics (nothing selected)</source>
        <translation>%1 · wichtigste Metriken (nichts ausgewählt)</translation>
    </message>
    <message>
        <source>No metrics for this selection.</source>
        <translation>Keine Metriken für diese Auswahl.</translation>
    </message>
    <message>
        <source>No measurements yet.</source>
        <translation>Noch keine Messwerte.</translation>
    </message>
    <message>
        <source>The selected component has no metrics of its own. Select a node or a component of a node.</source>
        <translation>Die ausgewählte Komponente hat keine eigenen Metriken. Wählen Sie einen Knoten oder eine Komponente eines Knotens.</translation>
    </message>
    <message>
        <source>Connect to an agent (lockstep --connect HOST:PORT), or start the demo.</source>
        <translation>Verbinden Sie sich mit einem Agenten (lockstep --connect HOST:PORT), oder starten Sie die Demo.</translation>
    </message>
    <message>
        <source>%1: %2 was %3.</source>
        <translation>%1: %2 war %3.</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Vergleichsbasis</translation>
    </message>
    <message>
        <source>Peak within the tick</source>
        <translation>Spitze im Tick</translation>
    </message>
    <message>
        <source>No data: %1 was not measured at this time.</source>
        <translation>Keine Daten: %1 wurde zu dieser Zeit nicht gemessen.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>lockstep::SelfTestModel</name>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Tested (UTC)</source>
        <translation>Getestet (UTC)</translation>
    </message>
    <message>
        <source>Outlier</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>The result that is furthest below its peers of the same hardware model</source>
        <translation>Das Ergebnis, das am weitesten unter der Vergleichsgruppe mit gleichem Hardwaremodell liegt</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Peers</source>
        <translation>Vergleichsgruppe</translation>
    </message>
    <message>
        <source>Median of the peers</source>
        <translation>Median der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>wrong results</source>
        <translation>falsche Ergebnisse</translation>
    </message>
</context>
<context>
    <name>lockstep::SelfTestPanel</name>
    <message>
        <source>Self-tests by node, nodes with outliers first</source>
        <translation>Selbsttests nach Knoten, Knoten mit Ausreißern zuerst</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Loading self-tests from the recording.</source>
        <translation>Selbsttests werden aus der Aufzeichnung geladen.</translation>
    </message>
    <message>
        <source>No self-tests in the visible range.</source>
        <translation>Keine Selbsttests im sichtbaren Bereich.</translation>
    </message>
    <message>
        <source>Set enabled = true under [selftest] in the agent.toml of the nodes, or show a longer range.</source>
        <translation>Setzen Sie enabled = true unter [selftest] in der agent.toml der Knoten, oder zeigen Sie einen längeren Bereich.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n tested nodes with an outlier</source>
        <translation>
            <numerusform>%1 von %n getesteten Knoten mit Ausreißer</numerusform>
            <numerusform>%1 von %n getesteten Knoten mit Ausreißer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::Session</name>
    <message>
        <source>The selection has no later event</source>
        <translation>Die Auswahl hat kein späteres Ereignis</translation>
    </message>
    <message>
        <source>The selection has no earlier event</source>
        <translation>Die Auswahl hat kein früheres Ereignis</translation>
    </message>
</context>
<context>
    <name>lockstep::SessionOpener</name>
    <message>
        <source>Cannot connect to &quot;%1&quot;: expected host:port, for example node-17:7117</source>
        <translation>Keine Verbindung zu „%1“: erwartet wird Host:Port, zum Beispiel node-17:7117</translation>
    </message>
</context>
<context>
    <name>lockstep::SessionPast</name>
    <message>
        <source>The selection has no later span</source>
        <translation>Die Auswahl hat keinen späteren Span</translation>
    </message>
    <message>
        <source>The selection has no earlier span</source>
        <translation>Die Auswahl hat keinen früheren Span</translation>
    </message>
    <message>
        <source>No later span of the selection is loaded</source>
        <translation>Kein späterer Span der Auswahl ist geladen</translation>
    </message>
    <message>
        <source>No earlier span of the selection is loaded</source>
        <translation>Kein früherer Span der Auswahl ist geladen</translation>
    </message>
</context>
<context>
    <name>lockstep::ShareBar</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>lockstep::SourceModel</name>
    <message>
        <source>stale</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Clock offset</source>
        <translation>Uhrabweichung</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Missed samples</source>
        <translation>Fehlende Messwerte</translation>
    </message>
</context>
<context>
    <name>lockstep::SourcesPanel</name>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>No sources connected.</source>
        <translation>Keine Quellen verbunden.</translation>
    </message>
    <message>
        <source>Connect to an agent (Ctrl+N), open a cluster file (Ctrl+O) or start the demo.</source>
        <translation>Verbinden Sie einen Agenten (Strg+N), öffnen Sie eine Cluster-Datei (Strg+O), oder starten Sie die Demo.</translation>
    </message>
    <message numerus="yes">
        <source>%n other agents</source>
        <translation>
            <numerusform>%n weiterer Agent</numerusform>
            <numerusform>%n weitere Agenten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n relays</source>
        <translation>
            <numerusform>%n Relay</numerusform>
            <numerusform>%n Relays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sources not yet identified</source>
        <translation>
            <numerusform>%n Quelle, noch nicht zugeordnet</numerusform>
            <numerusform>%n Quellen, noch nicht zugeordnet</numerusform>
        </translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1 · clock offset = clock of the node − clock of this machine</source>
        <translation>%1 · Uhrabweichung = Uhr des Knotens − Uhr dieser Maschine</translation>
    </message>
</context>
<context>
    <name>lockstep::StartExerciseDialog</name>
    <message>
        <source>Practise with a drill</source>
        <translation>Mit einem Störfall üben</translation>
    </message>
    <message>
        <source>Drill</source>
        <translation>Störfall</translation>
    </message>
    <message>
        <source>Surprise me</source>
        <translation>Überraschung</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
    </message>
    <message>
        <source>One third</source>
        <translation>Ein Drittel</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Lockstep picks one of the drills, or a run without any fault.</source>
        <translation>Lockstep wählt einen der Störfälle oder einen Lauf ohne Störung.</translation>
    </message>
    <message>
        <source>The drill runs on a simulated cluster. The fault begins at a random place and time. Report when you notice a problem, then diagnose its cause and place. The run is recorded.</source>
        <translation>Der Störfall läuft auf einem simulierten Cluster. Die Störung beginnt an zufälligem Ort und zu zufälliger Zeit. Melden Sie, wenn Sie ein Problem bemerken, dann bestimmen Sie Ursache und Ort. Der Lauf wird aufgezeichnet.</translation>
    </message>
    <message>
        <source>Incident: %1</source>
        <translation>Vorfall: %1</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>Demo</translation>
    </message>
    <message numerus="yes">
        <source>Cluster in this window (%n nodes)</source>
        <translation>
            <numerusform>Cluster in diesem Fenster (%n Knoten)</numerusform>
            <numerusform>Cluster in diesem Fenster (%n Knoten)</numerusform>
        </translation>
    </message>
    <message>
        <source>Cluster file...</source>
        <translation>Clusterdatei...</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>No roles (all views visible)</source>
        <translation>Keine Rollen (alle Ansichten sichtbar)</translation>
    </message>
    <message>
        <source>Facilities</source>
        <translation>Gebäudetechnik</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Facilities and Training, in turn</source>
        <translation>Gebäudetechnik und Training im Wechsel</translation>
    </message>
    <message>
        <source>Open a cluster file</source>
        <translation>Clusterdatei öffnen</translation>
    </message>
    <message>
        <source>Cluster files (*.toml)</source>
        <translation>Clusterdateien (*.toml)</translation>
    </message>
    <message>
        <source>The recording starts two minutes before the incident. Play it, and diagnose the cause and the place. Do not skip ahead.</source>
        <translation>Die Aufzeichnung beginnt zwei Minuten vor dem Vorfall. Spielen Sie sie ab, und bestimmen Sie Ursache und Ort. Springen Sie nicht voraus.</translation>
    </message>
    <message>
        <source>The Facilities role sees cooling loops, racks, power and temperatures. The Training role sees jobs, steps, waits and the fabric. Each role has its own alerts and submits its own diagnosis. &quot;Show answer&quot; ends the exercise for both roles.</source>
        <translation>Die Rolle Gebäudetechnik sieht Kühlkreise, Racks, Leistung und Temperaturen. Die Rolle Training sieht Jobs, Schritte, Warten und das Fabric. Jede Rolle hat ihre eigenen Alarme und gibt ihre eigene Diagnose ab. „Lösung zeigen“ beendet die Übung für beide Rollen.</translation>
    </message>
</context>
<context>
    <name>lockstep::StartPage</name>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Recent connections</source>
        <translation>Letzte Verbindungen</translation>
    </message>
    <message>
        <source>Not connected. Choose a data source.</source>
        <translation>Nicht verbunden. Wählen Sie eine Datenquelle.</translation>
    </message>
    <message>
        <source>Start demo</source>
        <translation>Demo starten</translation>
    </message>
    <message>
        <source>Monitor this machine</source>
        <translation>Diese Maschine überwachen</translation>
    </message>
    <message>
        <source>Open a cluster file...</source>
        <translation>Cluster-Datei öffnen...</translation>
    </message>
    <message>
        <source>Open a recording...</source>
        <translation>Aufzeichnung öffnen...</translation>
    </message>
    <message>
        <source>Open traces...</source>
        <translation>Traces öffnen...</translation>
    </message>
    <message>
        <source>Connect to Prometheus...</source>
        <translation>Mit Prometheus verbinden...</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>host:port, ...  or  http://prometheus:9090</source>
        <translation>Host:Port, ...  oder  http://prometheus:9090</translation>
    </message>
    <message>
        <source>Start a simulated cluster inside this program</source>
        <translation>Einen simulierten Cluster in diesem Programm starten</translation>
    </message>
    <message>
        <source>Start an agent inside this program</source>
        <translation>Einen Agenten in diesem Programm starten</translation>
    </message>
    <message>
        <source>TOML file with racks, nodes and the addresses of their agents</source>
        <translation>TOML-Datei mit Racks, Knoten und den Adressen ihrer Agenten</translation>
    </message>
    <message>
        <source>Folder that contains a Lockstep recording</source>
        <translation>Ordner mit einer Lockstep-Aufzeichnung</translation>
    </message>
    <message>
        <source>Trace files of a job: Kineto, Chrome, Flight Recorder, NCCL Inspector</source>
        <translation>Trace-Dateien eines Jobs: Kineto, Chrome, Flight Recorder, NCCL Inspector</translation>
    </message>
    <message>
        <source>Prometheus, VictoriaMetrics, Thanos or Mimir</source>
        <translation>Prometheus, VictoriaMetrics, Thanos oder Mimir</translation>
    </message>
    <message>
        <source>Addresses of agents, or of a Prometheus server</source>
        <translation>Adressen von Agenten oder eines Prometheus-Servers</translation>
    </message>
    <message>
        <source>A simulated cluster of 512 GPUs. A coolant pump fails within three minutes.</source>
        <translation>Ein simulierter Cluster mit 512 GPUs. Innerhalb von drei Minuten fällt eine Kühlmittelpumpe aus.</translation>
    </message>
    <message>
        <source>Reads the sensors of this machine, without a separate agent.</source>
        <translation>Liest die Sensoren dieser Maschine, ohne eigenen Agenten.</translation>
    </message>
    <message>
        <source>TOML file with racks, nodes and the addresses of their agents.</source>
        <translation>TOML-Datei mit Racks, Knoten und den Adressen ihrer Agenten.</translation>
    </message>
    <message>
        <source>Folder of data that Lockstep recorded or imported. To open an incident bundle, drop its file on the window.</source>
        <translation>Ordner mit Daten, die Lockstep aufgezeichnet oder importiert hat. Das Bundle eines Vorfalls öffnen Sie, indem Sie seine Datei auf das Fenster ziehen.</translation>
    </message>
    <message>
        <source>Kineto and Chrome traces, Flight Recorder dumps, NCCL Inspector logs.</source>
        <translation>Kineto- und Chrome-Traces, Flight-Recorder-Dumps, NCCL-Inspector-Logs.</translation>
    </message>
    <message>
        <source>Metrics from Prometheus, VictoriaMetrics, Thanos or Mimir.</source>
        <translation>Metriken aus Prometheus, VictoriaMetrics, Thanos oder Mimir.</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>Mit %1 verbinden</translation>
    </message>
</context>
<context>
    <name>lockstep::StatusFooter</name>
    <message>
        <source>State of the data sources</source>
        <translation>Zustand der Datenquellen</translation>
    </message>
    <message>
        <source>No sources</source>
        <translation>Keine Quellen</translation>
    </message>
    <message>
        <source>Sources: %1</source>
        <translation>Quellen: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n ticks dropped, see Help &gt; Diagnostics</source>
        <translation>
            <numerusform>%n Tick verworfen, siehe Hilfe &gt; Diagnose des Programms</numerusform>
            <numerusform>%n Ticks verworfen, siehe Hilfe &gt; Diagnose des Programms</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StepHeatCanvas</name>
    <message>
        <source>Steps by rank</source>
        <translation>Schritte nach Rang</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>%1: no data in step %2</source>
        <translation>%1: keine Daten in Schritt %2</translation>
    </message>
    <message>
        <source>%1 waited %2 in step %3; other ranks spent %4 GPU s waiting for it</source>
        <translation>%1 wartete %2 in Schritt %3; andere Ränge warteten %4 GPU s auf ihn</translation>
    </message>
    <message>
        <source>Compute time relative to peers</source>
        <translation>Rechenzeit gegenüber der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>lockstep::StepHeatView</name>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Time that each rank spent waiting for other ranks</source>
        <translation>Zeit, die jeder Rang auf andere Ränge wartete</translation>
    </message>
    <message>
        <source>Blame</source>
        <translation>Blame</translation>
    </message>
    <message>
        <source>Slowdown</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>Compute time relative to peers in the same pipeline stage</source>
        <translation>Rechenzeit gegenüber der Vergleichsgruppe in derselben Pipeline-Stufe</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>How the compute time of each rank changes relative to its peers over thousands of steps</source>
        <translation>Wie sich die Rechenzeit jedes Rangs gegenüber seiner Vergleichsgruppe über Tausende Schritte ändert</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>Nach Summe</translation>
    </message>
    <message>
        <source>Sort ranks by total</source>
        <translation>Ränge nach Summe ordnen</translation>
    </message>
    <message>
        <source>(unnamed job)</source>
        <translation>(Job ohne Namen)</translation>
    </message>
    <message numerus="yes">
        <source>%1 steps, %2 ranks</source>
        <translation>
            <numerusform>%1 Schritt, %2 Ränge</numerusform>
            <numerusform>%1 Schritte, %2 Ränge</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU time that other ranks spent waiting for each rank</source>
        <translation>GPU-Zeit, die andere Ränge auf jeden Rang warteten</translation>
    </message>
</context>
<context>
    <name>lockstep::TenantPanel</name>
    <message>
        <source>%1 · %2 productive</source>
        <translation>%1 · %2 produktiv</translation>
    </message>
    <message>
        <source>%1, %2 unknown</source>
        <translation>%1, %2 unbekannt</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>Exportieren...</translation>
    </message>
    <message>
        <source>Tenants</source>
        <translation>Mandanten</translation>
    </message>
    <message>
        <source>Where the tenant&apos;s GPU time went</source>
        <translation>Wofür die GPU-Zeit des Mandanten verwendet wurde</translation>
    </message>
    <message>
        <source>Export all tenants as HTML, CSV or JSON</source>
        <translation>Alle Mandanten als HTML, CSV oder JSON exportieren</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Loading allocations from the recording.</source>
        <translation>Zuteilungen werden aus der Aufzeichnung geladen.</translation>
    </message>
    <message>
        <source>No tenant held GPUs in the visible range.</source>
        <translation>Kein Mandant hatte im sichtbaren Bereich eine GPU.</translation>
    </message>
    <message>
        <source>Zoom out, or move the cursor to another time.</source>
        <translation>Verkleinern Sie den Maßstab, oder setzen Sie den Cursor auf einen anderen Zeitpunkt.</translation>
    </message>
    <message>
        <source>The tenants of the jobs are unknown.</source>
        <translation>Die Mandanten der Jobs sind nicht bekannt.</translation>
    </message>
    <message>
        <source>Add [slurm] or [kubernetes] to the agent.toml of one agent. That agent then queries the scheduler for all nodes.</source>
        <translation>Ergänzen Sie [slurm] oder [kubernetes] in der agent.toml eines Agenten. Dieser Agent fragt dann den Scheduler für alle Knoten ab.</translation>
    </message>
    <message>
        <source>GPU time of %1</source>
        <translation>GPU-Zeit von %1</translation>
    </message>
    <message>
        <source>%1 to %2; causes at the displayed time</source>
        <translation>%1 bis %2; Ursachen zur gezeigten Zeit</translation>
    </message>
</context>
<context>
    <name>lockstep::TenantsModel</name>
    <message>
        <source>Reserved but not productive: waits, checkpoints, restarts, lost work and idle time</source>
        <translation>Reserviert, aber nicht produktiv: Warten, Checkpoints, Neustarts, verlorene Arbeit und untätige Zeit</translation>
    </message>
    <message>
        <source>Reserved, but without data from any rank, so it may have been productive or lost</source>
        <translation>Reserviert, aber ohne Daten von einem Rang; kann produktiv oder verloren gewesen sein</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Productive</source>
        <translation>Produktiv</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Worst cause</source>
        <translation>Schlimmste Ursache</translation>
    </message>
</context>
<context>
    <name>lockstep::TimeBar</name>
    <message>
        <source>Time shown</source>
        <translation>Gezeigte Zeit</translation>
    </message>
    <message>
        <source>Length of the visible range</source>
        <translation>Länge des sichtbaren Bereichs</translation>
    </message>
    <message>
        <source>Live (L)</source>
        <translation>Live (L)</translation>
    </message>
    <message>
        <source>End (L)</source>
        <translation>Ende (L)</translation>
    </message>
    <message>
        <source>Go to the end of the recording</source>
        <translation>Zum Ende der Aufzeichnung gehen</translation>
    </message>
    <message>
        <source>Follow the newest data</source>
        <translation>Den neuesten Daten folgen</translation>
    </message>
    <message>
        <source>Go live</source>
        <translation>Zu live wechseln</translation>
    </message>
    <message>
        <source>Go to end</source>
        <translation>Zum Ende gehen</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>zuletzt %1</translation>
    </message>
    <message>
        <source>range %1</source>
        <translation>Bereich %1</translation>
    </message>
    <message>
        <source>%1 of data, times in UTC</source>
        <translation>Daten über %1, Zeiten in UTC</translation>
    </message>
    <message>
        <source>no data yet</source>
        <translation>noch keine Daten</translation>
    </message>
    <message>
        <source>Range...</source>
        <translation>Zeitraum ...</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>lockstep::TimeRangeDialog</name>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Go to time range</source>
        <translation>Zu einem Zeitraum gehen</translation>
    </message>
    <message>
        <source>Last 15 min</source>
        <translation>Letzte 15 min</translation>
    </message>
    <message>
        <source>Since alert onset</source>
        <translation>Seit Beginn des Alarms</translation>
    </message>
    <message>
        <source>All data</source>
        <translation>Alle Daten</translation>
    </message>
    <message>
        <source>Show range</source>
        <translation>Zeitraum zeigen</translation>
    </message>
</context>
<context>
    <name>lockstep::TimeShares</name>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>Transfer</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>GPU time by activity</source>
        <translation>GPU-Zeit nach Tätigkeit</translation>
    </message>
    <message numerus="yes">
        <source>last %n steps</source>
        <translation>
            <numerusform>letzter Schritt</numerusform>
            <numerusform>letzte %n Schritte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>GPU time of the %n selected ranks, %1</source>
        <translation>
            <numerusform>GPU-Zeit des ausgewählten Rangs, %1</numerusform>
            <numerusform>GPU-Zeit der %n ausgewählten Ränge, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU time of all %1 ranks, %2</source>
        <translation>GPU-Zeit aller %1 Ränge, %2</translation>
    </message>
    <message>
        <source>Time without a span, or in which wait and transfer cannot be separated</source>
        <translation>Zeit ohne Span, oder in der Warten und Transfer nicht trennbar sind</translation>
    </message>
    <message>
        <source>%2: %1 of GPU time</source>
        <translation>%2: %1 der GPU-Zeit</translation>
    </message>
    <message>
        <source>GPU seconds</source>
        <translation>GPU-Sekunden</translation>
    </message>
    <message>
        <source>Per rank</source>
        <translation>Je Rang</translation>
    </message>
</context>
<context>
    <name>lockstep::TimeStrip</name>
    <message>
        <source>Overview of all data</source>
        <translation>Übersicht über alle Daten</translation>
    </message>
    <message>
        <source>The handles mark the visible range of all views. W and S zoom, A and D pan, Home shows everything, L goes live.</source>
        <translation>Die Griffe markieren den sichtbaren Bereich aller Ansichten. W und S zoomen, A und D verschieben, Pos1 zeigt alles, L wechselt zu live.</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Noch keine Daten</translation>
    </message>
</context>
<context>
    <name>lockstep::TimelineRows</name>
    <message>
        <source>%1 GPU s</source>
        <translation>%1 GPU s</translation>
    </message>
</context>
<context>
    <name>lockstep::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Spans of jobs, one lane per row. W and S zoom, A and D pan, Up and Down choose a lane, P pins the lane. L goes live, Esc clears the selection.</source>
        <translation>Spans von Jobs, eine Spur je Zeile. W und S zoomen, A und D verschieben, Auf und Ab wählen eine Spur, P heftet die Spur an. L wechselt zu live, Esc hebt die Auswahl auf.</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Lane order</source>
        <translation>Reihenfolge der Spuren</translation>
    </message>
    <message numerus="yes">
        <source>%n lanes, visible range %1</source>
        <translation>
            <numerusform>%n Spur, sichtbarer Bereich %1</numerusform>
            <numerusform>%n Spuren, sichtbarer Bereich %1</numerusform>
        </translation>
    </message>
    <message>
        <source>No matching lanes.</source>
        <translation>Keine passende Spur.</translation>
    </message>
    <message>
        <source>Press Esc in the filter to show all lanes.</source>
        <translation>Esc im Filter zeigt alle Spuren.</translation>
    </message>
    <message>
        <source>No spans yet.</source>
        <translation>Noch keine Spans.</translation>
    </message>
    <message>
        <source>Run a job with the NCCL plugin, or open a trace.</source>
        <translation>Starten Sie einen Job mit dem NCCL-Plugin, oder öffnen Sie einen Trace.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter lanes and spans (/)</source>
        <translation>Spuren und Spans filtern (/)</translation>
    </message>
    <message>
        <source>%1 of %2 lanes   %3</source>
        <translation>%1 von %2 Spuren   %3</translation>
    </message>
</context>
<context>
    <name>lockstep::TopologyModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
</context>
<context>
    <name>lockstep::TopologyPanel</name>
    <message>
        <source>Filter: rack, node, GPU...</source>
        <translation>Filter: Rack, GPU...</translation>
    </message>
    <message>
        <source>Topology filter</source>
        <translation>Topologiefilter</translation>
    </message>
    <message>
        <source>Unhealthy</source>
        <translation>Auffällige</translation>
    </message>
    <message>
        <source>Show only components that are stale, silent or beyond a limit</source>
        <translation>Nur Komponenten zeigen, die veraltet oder stumm sind oder eine Grenze überschreiten</translation>
    </message>
    <message>
        <source>Show only unhealthy components</source>
        <translation>Nur auffällige Komponenten zeigen</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topologie</translation>
    </message>
    <message>
        <source>%1 (%2): worst value in each component, problems first</source>
        <translation>%1 (%2): schlechtester Wert je Komponente, Probleme zuerst</translation>
    </message>
</context>
<context>
    <name>lockstep::TraceDialog</name>
    <message>
        <source>Fetch</source>
        <translation>Abrufen</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>Open trace</source>
        <translation>Trace öffnen</translation>
    </message>
    <message>
        <source>Fetch Flight Recorder dumps</source>
        <translation>Flight-Recorder-Dumps abrufen</translation>
    </message>
    <message>
        <source>Record PyTorch trace</source>
        <translation>PyTorch-Trace aufzeichnen</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>When a collective times out, PyTorch&apos;s Flight Recorder writes a dump of the last collectives of each rank. Agents that watch the dump folder keep copies of the latest dumps. The agents&apos; configuration must allow fetching. The name of the dump folder is used as the job name.</source>
        <translation>Läuft ein Collective in den Timeout, schreibt der Flight Recorder von PyTorch je Rang einen Dump der letzten Collectives. Agenten, die den Dump-Ordner beobachten, behalten Kopien der neuesten Dumps. Die Konfiguration der Agenten muss das Abrufen erlauben. Der Name des Dump-Ordners gilt als Name des Jobs.</translation>
    </message>
    <message>
        <source>All processes of the job start PyTorch&apos;s profiler at the same time, about ten seconds from now. Recording slows the job down. The job must have been started with KINETO_USE_DAEMON=1, and the agents&apos; configuration must allow recording.</source>
        <translation>Alle Prozesse des Jobs starten den Profiler von PyTorch zum selben Zeitpunkt, in etwa zehn Sekunden. Die Aufzeichnung bremst den Job. Der Job muss mit KINETO_USE_DAEMON=1 gestartet sein, und die Konfiguration der Agenten muss Aufzeichnungen erlauben.</translation>
    </message>
    <message>
        <source>default: job with the latest dumps</source>
        <translation>sonst der Job mit den neuesten Dumps</translation>
    </message>
    <message>
        <source>Querying agents…</source>
        <translation>Agenten werden abgefragt...</translation>
    </message>
    <message>
        <source>Cannot fetch dumps: %1</source>
        <translation>Dumps können nicht abgerufen werden: %1</translation>
    </message>
    <message>
        <source>Cannot record the trace: %1</source>
        <translation>Der Trace kann nicht aufgezeichnet werden: %1</translation>
    </message>
    <message numerus="yes">
        <source>Saved the dumps of %n ranks in %1</source>
        <translation>
            <numerusform>Dump von %n Rang in %1 gespeichert</numerusform>
            <numerusform>Dumps von %n Rängen in %1 gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved the traces of %n processes in %1</source>
        <translation>
            <numerusform>Trace von %n Prozess in %1 gespeichert</numerusform>
            <numerusform>Traces von %n Prozessen in %1 gespeichert</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TraceFetcher</name>
    <message>
        <source>no agent is connected</source>
        <translation>kein Agent ist verbunden</translation>
    </message>
    <message>
        <source>cannot create the folder %1</source>
        <translation>der Ordner %1 kann nicht angelegt werden</translation>
    </message>
</context>
<context>
    <name>lockstep::TraceSession</name>
    <message>
        <source>The selection has no later span</source>
        <translation>Die Auswahl hat keinen späteren Span</translation>
    </message>
    <message>
        <source>The selection has no earlier span</source>
        <translation>Die Auswahl hat keinen früheren Span</translation>
    </message>
    <message>
        <source>Maps and charts show waits for the first %1 of the trace only. The rest does not fit into %2 MB of memory. The timeline shows the whole trace.</source>
        <translation>Karten und Diagramme zeigen Wartezeiten nur für die ersten %1 des Trace. Der Rest passt nicht in %2 MB Speicher. Die Zeitleiste zeigt den ganzen Trace.</translation>
    </message>
    <message>
        <source>Further notes about these files: %1. Run lockstep analyze to print all notes.</source>
        <translation>Weitere Hinweise zu diesen Dateien: %1. lockstep analyze gibt alle aus.</translation>
    </message>
</context>
<context>
    <name>lockstep::Transport</name>
    <message>
        <source>Step back</source>
        <translation>Schritt zurück</translation>
    </message>
    <message>
        <source>Go back one tick (,), span (Ctrl+,), event (Alt+,) or bookmark (Ctrl+Alt+,)</source>
        <translation>Zurück um einen Tick (,), Span (Strg+,), ein Ereignis (Alt+,) oder Lesezeichen (Strg+Alt+,)</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>Schritt vor</translation>
    </message>
    <message>
        <source>Go forward one tick (.), span (Ctrl+.), event (Alt+.) or bookmark (Ctrl+Alt+.)</source>
        <translation>Vor um einen Tick (.), Span (Strg+.), ein Ereignis (Alt+.) oder Lesezeichen (Strg+Alt+.)</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Loop playback over the visible range, or stop (R). To loop another range, mark it with Shift + drag.</source>
        <translation>Den sichtbaren Bereich wiederholen oder die Wiederholung beenden (R). Einen anderen Bereich markiert Umschalt + Ziehen.</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Set or remove a bookmark (B)</source>
        <translation>Lesezeichen setzen oder entfernen (B)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Playback speed ([ and ])</source>
        <translation>Wiedergabetempo ([ und ])</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>Pause (Leertaste)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>Abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
</context>
<context>
    <name>lockstep::ViewHeader</name>
    <message>
        <source>no data yet</source>
        <translation>noch keine Daten</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>%1 of %2 nodes stale</source>
        <translation>%1 von %2 Knoten veraltet</translation>
    </message>
    <message numerus="yes">
        <source>%n agents stale</source>
        <translation>
            <numerusform>%n Agent veraltet</numerusform>
            <numerusform>%n Agenten veraltet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::WallMode</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Quittieren</translation>
    </message>
    <message>
        <source>Open incident</source>
        <translation>Vorfall eröffnen</translation>
    </message>
</context>
<context>
    <name>lockstep::WhatIfBars</name>
    <message>
        <source>Cost of each activity and each slow worker</source>
        <translation>Kosten jeder Tätigkeit und jedes langsamen Workers</translation>
    </message>
    <message>
        <source>Added to step time by:</source>
        <translation>Verlängerung des Schritts durch:</translation>
    </message>
    <message>
        <source>Saved per step without:</source>
        <translation>Gespart je Schritt ohne:</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1 slow ranks</source>
        <translation>%1 langsame Ränge</translation>
    </message>
</context>
<context>
    <name>lockstep::WhatIfPanel</name>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Lockstep replays steps from their spans. In an ideal step, each operation takes the mean time of its kind, and each transfer has its usual bandwidth.</source>
        <translation>Lockstep spielt Schritte aus ihren Spans nach. Im idealen Schritt dauert jede Operation so lange wie das Mittel ihrer Art, und jeder Transfer hat seine übliche Bandbreite.</translation>
    </message>
    <message>
        <source>No steps to replay yet.</source>
        <translation>Noch keine Schritte zum Nachspielen.</translation>
    </message>
    <message>
        <source>Run a job that reports the step and operation of each span, or open a trace of training steps.</source>
        <translation>Starten Sie einen Job, der Schritt und Operation jedes Spans meldet, oder öffnen Sie einen Trace von Trainingsschritten.</translation>
    </message>
    <message>
        <source>(unnamed job)</source>
        <translation>(Job ohne Namen)</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n steps replayed</source>
        <translation>
            <numerusform>%1, %n Schritt nachgespielt</numerusform>
            <numerusform>%1, %n Schritte nachgespielt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::WorkerGrid</name>
    <message>
        <source>Slowdown by worker: pipeline stages × data-parallel ranks</source>
        <translation>Verlangsamung je Worker: Pipeline-Stufen × datenparallele Ränge</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>DP %1</source>
        <translation>DP %1</translation>
    </message>
</context>
<context>
    <name>lockstep::Workspaces</name>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Fabric</translation>
    </message>
    <message>
        <source>Sync</source>
        <translation>Sync</translation>
    </message>
    <message>
        <source>Incident</source>
        <translation>Vorfall</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>Wand</translation>
    </message>
</context>
</TS>

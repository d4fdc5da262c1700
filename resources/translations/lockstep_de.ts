<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name>lockstep</name>
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
        <source>Alerts can only be handled live. Press L to go live.</source>
        <translation>Alarme lassen sich nur live bearbeiten. Mit L zurück zu live.</translation>
    </message>
    <message>
        <source>Already cleared: %1</source>
        <translation>Bereits beendet: %1</translation>
    </message>
    <message>
        <source>Cannot send alerts: %1</source>
        <translation>Alarme können nicht gesendet werden: %1</translation>
    </message>
    <message>
        <source>Sound on new critical alerts</source>
        <translation>Ton bei neuen kritischen Alarmen</translation>
    </message>
    <message>
        <source>No alert at this moment</source>
        <translation>Kein Alarm zu diesem Zeitpunkt</translation>
    </message>
    <message>
        <source>Acknowledge alert</source>
        <translation>Alarm quittieren</translation>
    </message>
    <message>
        <source>Show alert at its onset</source>
        <translation>Alarm an seinem Beginn zeigen</translation>
    </message>
    <message>
        <source>Shelve alert for 30 min</source>
        <translation>Alarm 30 min zurückstellen</translation>
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
        <source>Cycle value, baseline, difference</source>
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
        <source>Compare with marked range, moment by moment</source>
        <translation>Mit markiertem Bereich Zeitpunkt für Zeitpunkt vergleichen</translation>
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
        <source>Practise on a drill...</source>
        <translation>An einem Störfall üben...</translation>
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
        <source>Save window picture</source>
        <translation>Fensterbild speichern</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>Cannot write the picture to %1. Choose another folder.</source>
        <translation>Das Bild kann nicht nach %1 geschrieben werden. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Open a bundle: an incident with its recording</source>
        <translation>Bundle öffnen: ein Vorfall mit seiner Aufzeichnung</translation>
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
        <source>Open traces of one job (one file per rank, or one file for all)</source>
        <translation>Traces eines Jobs öffnen (eine Datei je Rang oder eine für alle)</translation>
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
        <source>Watch this machine</source>
        <translation>Diese Maschine beobachten</translation>
    </message>
    <message>
        <source>Close source</source>
        <translation>Quelle schließen</translation>
    </message>
    <message>
        <source>Save window picture...</source>
        <translation>Fensterbild speichern...</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Save hall picture</source>
        <translation>Hallenbild speichern</translation>
    </message>
    <message>
        <source>Hall picture</source>
        <translation>Hallenbild</translation>
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
        <source>Save hall picture...</source>
        <translation>Hallenbild speichern...</translation>
    </message>
    <message>
        <source>The tenants of the jobs are not known.</source>
        <translation>Die Mandanten der Jobs sind nicht bekannt.</translation>
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
        <source>Cannot write to %1</source>
        <translation>%1 kann nicht geschrieben werden</translation>
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
        <source>Step back to span of selection</source>
        <translation>Zurück zum Span der Auswahl</translation>
    </message>
    <message>
        <source>Step forward to span of selection</source>
        <translation>Vor zum Span der Auswahl</translation>
    </message>
    <message>
        <source>Step back to event of selection</source>
        <translation>Zurück zum Ereignis der Auswahl</translation>
    </message>
    <message>
        <source>Step forward to event of selection</source>
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
        <source>No range marked. Shift + drag over a time axis to mark one.</source>
        <translation>Kein Bereich markiert. Umschalt + Ziehen über einer Zeitachse markiert einen.</translation>
    </message>
    <message>
        <source>Zoom time in</source>
        <translation>Zeit vergrößern</translation>
    </message>
    <message>
        <source>Zoom time out</source>
        <translation>Zeit verkleinern</translation>
    </message>
    <message>
        <source>Clear marked range</source>
        <translation>Markierung aufheben</translation>
    </message>
    <message>
        <source>Traces can only be recorded live, from connected agents</source>
        <translation>Traces lassen sich nur live aufzeichnen, von verbundenen Agenten</translation>
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
        <source>Toggle dark and light</source>
        <translation>Zwischen dunkel und hell wechseln</translation>
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
        <source>The fault had not begun yet.</source>
        <translation>Die Störung hatte noch nicht begonnen.</translation>
    </message>
    <message>
        <source>No fault: a quiet day.</source>
        <translation>Keine Störung: ein ruhiger Tag.</translation>
    </message>
    <message>
        <source>%1 at %2, from %3.</source>
        <translation>%1 an %2, ab %3.</translation>
    </message>
    <message>
        <source>You noticed it %1 after it began.</source>
        <translation>Sie haben sie %1 nach ihrem Beginn bemerkt.</translation>
    </message>
    <message>
        <source>You reported a problem at %1, before the fault began.</source>
        <translation>Sie haben um %1 ein Problem gemeldet, bevor die Störung begann.</translation>
    </message>
    <message>
        <source>You asked for the answer.</source>
        <translation>Sie haben die Lösung angefordert.</translation>
    </message>
    <message>
        <source>Your diagnosis at %1: no fault.</source>
        <translation>Ihre Diagnose um %1: keine Störung.</translation>
    </message>
    <message>
        <source>Your diagnosis at %1: %2, at %3.</source>
        <translation>Ihre Diagnose um %1: %2, an %3.</translation>
    </message>
    <message>
        <source>no place named</source>
        <translation>kein Ort genannt</translation>
    </message>
    <message>
        <source>Lockstep had raised no alert that names it.</source>
        <translation>Lockstep hatte keinen Alarm dazu gemeldet.</translation>
    </message>
    <message>
        <source>Lockstep reported at %1: %2</source>
        <translation>Lockstep meldete um %1: %2</translation>
    </message>
    <message>
        <source>Lockstep&apos;s diagnosis: %1.</source>
        <translation>Diagnose von Lockstep: %1.</translation>
    </message>
    <message>
        <source>Exercise: noticed at %1. Now diagnose the cause and the place</source>
        <translation>Übung: um %1 bemerkt. Bestimmen Sie nun Ursache und Ort</translation>
    </message>
    <message>
        <source>Exercise, since %1: a fault may or may not occur</source>
        <translation>Übung, seit %1: Eine Störung kann auftreten</translation>
    </message>
    <message>
        <source>Correct, %1 after it began</source>
        <translation>Richtig, %1 nach dem Beginn</translation>
    </message>
    <message>
        <source>Correct: no fault</source>
        <translation>Richtig: keine Störung</translation>
    </message>
    <message>
        <source>No fault had occurred yet</source>
        <translation>Es war noch keine Störung aufgetreten</translation>
    </message>
    <message>
        <source>No fault occurred</source>
        <translation>Es trat keine Störung auf</translation>
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
        <source>Incorrect: the fault had not begun yet</source>
        <translation>Falsch: Die Störung hatte noch nicht begonnen</translation>
    </message>
    <message>
        <source>Incorrect: no fault</source>
        <translation>Falsch: keine Störung</translation>
    </message>
    <message>
        <source>Incorrect: the cause was another one</source>
        <translation>Falsch: Es war eine andere Ursache</translation>
    </message>
    <message>
        <source> · %1 here without a counterpart</source>
        <translation> · %1 hier ohne Gegenstück</translation>
    </message>
    <message>
        <source> · %1 in the baseline without a counterpart</source>
        <translation> · %1 in der Vergleichsbasis ohne Gegenstück</translation>
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
        <source>Baseline: %1, moment by moment; its %2 is %3 UTC here</source>
        <translation>Vergleichsbasis: %1, Zeitpunkt für Zeitpunkt; ihr %2 ist hier %3 UTC</translation>
    </message>
    <message>
        <source>Baseline: %1, moment by moment; %2 is aligned with %3 UTC</source>
        <translation>Vergleichsbasis: %1, Zeitpunkt für Zeitpunkt; %2 liegt auf %3 UTC</translation>
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
        <source>Time per frame: median %1, p99 %2</source>
        <translation>Zeit je Bild: Median %1, p99 %2</translation>
    </message>
    <message>
        <source>From sample to pixel: median %1, p99 %2</source>
        <translation>Vom Messwert zum Pixel: Median %1, p99 %2</translation>
    </message>
    <message>
        <source>Queue: %1 ticks waiting, %2 dropped</source>
        <translation>Warteschlange: %1 Ticks warten, %2 verworfen</translation>
    </message>
    <message>
        <source>Batches applied: %1, samples: %2</source>
        <translation>Übernommene Pakete: %1, Messwerte: %2</translation>
    </message>
    <message>
        <source>Memory of the store: %1</source>
        <translation>Speicher des Datenbestands: %1</translation>
    </message>
    <message>
        <source>CPU of the agents: %1</source>
        <translation>CPU der Agenten: %1</translation>
    </message>
    <message>
        <source>%1 of a core on average, %2 at most</source>
        <translation>%1 eines Kerns im Mittel, höchstens %2</translation>
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
        <source>%1, baseline since %2</source>
        <translation>%1, Basiswert seit %2</translation>
    </message>
    <message>
        <source>%1, from %2 since %3</source>
        <translation>%1, aus %2 seit %3</translation>
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
        <source>Serves storage</source>
        <translation>Stellt Speicher bereit</translation>
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
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>rack %1, unit %2</source>
        <translation>Rack %1, Höheneinheit %2</translation>
    </message>
    <message>
        <source>Planned to</source>
        <translation>Geplant nach</translation>
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
        <source>live at this moment</source>
        <translation>zu diesem Zeitpunkt live</translation>
    </message>
    <message>
        <source>no data at this moment</source>
        <translation>zu diesem Zeitpunkt keine Daten</translation>
    </message>
    <message>
        <source>never reported</source>
        <translation>nie gemeldet</translation>
    </message>
    <message>
        <source>stale: last tick %1</source>
        <translation>veraltet: letzter Tick %1</translation>
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
        <source>%1; missed samples: %2; last at %3 for %4: %5</source>
        <translation>%1; fehlende Messwerte: %2; zuletzt um %3 für %4: %5</translation>
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
    <message>
        <source>%1, %2 cores</source>
        <translation>%1, %2 Kerne</translation>
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
        <source>%1, one tick every %2</source>
        <translation>%1, ein Tick alle %2</translation>
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
        <source>Reporters</source>
        <translation>Melder</translation>
    </message>
    <message>
        <source>%1 that report switches, loops or jobs</source>
        <translation>%1, die Switches, Kreise oder Jobs melden</translation>
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
        <source>%n reporters</source>
        <translation>
            <numerusform>%n Melder</numerusform>
            <numerusform>%n Melder</numerusform>
        </translation>
    </message>
    <message>
        <source>Missed samples</source>
        <translation>Fehlende Messwerte</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>Im Speicher</translation>
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
        <source>Computed from %1.</source>
        <translation>Berechnet aus %1.</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Um</translation>
    </message>
    <message>
        <source>Warning at</source>
        <translation>Warnung bei</translation>
    </message>
    <message>
        <source>Critical at</source>
        <translation>Kritisch bei</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>worst of %1 that share this pixel</source>
        <translation>schlechtester von %1 auf diesem Pixel</translation>
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
        <source>Is the host name correct? An address such as 10.0.0.17:7117 needs no name service.</source>
        <translation>Stimmt der Hostname? Eine Adresse wie 10.0.0.17:7117 braucht keine Namensauflösung.</translation>
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
        <source>Is the port correct? By default an agent serves port 7117, on its own machine only (--listen).</source>
        <translation>Stimmt der Port? Ein Agent dient standardmäßig auf Port 7117, nur auf der eigenen Maschine (--listen).</translation>
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
        <source>Do both sides use TLS? Pass --ca if the agent serves with TLS, and omit it otherwise.</source>
        <translation>Verwenden beide Seiten TLS? Geben Sie --ca an, wenn der Agent TLS verwendet, sonst nicht.</translation>
    </message>
    <message>
        <source>Is another program listening on that port?</source>
        <translation>Lauscht ein anderes Programm auf diesem Port?</translation>
    </message>
    <message>
        <source>Is --ca the authority that signed the agent&apos;s certificate?</source>
        <translation>Ist --ca die Stelle, die das Zertifikat des Agenten signiert hat?</translation>
    </message>
    <message>
        <source>Does the certificate contain the host name that you connect to?</source>
        <translation>Enthält das Zertifikat den Hostnamen, mit dem Sie sich verbinden?</translation>
    </message>
    <message>
        <source>Does --token-file contain the agent&apos;s token?</source>
        <translation>Enthält --token-file das Token des Agenten?</translation>
    </message>
    <message>
        <source>Is the port correct? Another program uses it.</source>
        <translation>Stimmt der Port? Ein anderes Programm verwendet ihn.</translation>
    </message>
    <message>
        <source>Is lockstep-agent running there, and does it serve other machines (--listen)?</source>
        <translation>Läuft lockstep-agent dort, und dient er anderen Maschinen (--listen)?</translation>
    </message>
    <message>
        <source>Cannot connect to %1</source>
        <translation>Keine Verbindung zu %1</translation>
    </message>
    <message numerus="yes">
        <source>Cannot connect to any of %n agents</source>
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
        <source>Draining does not help here</source>
        <translation>Drainen hilft hier nicht</translation>
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
        <source>Copy exclusion list</source>
        <translation>Ausschlussliste kopieren</translation>
    </message>
    <message>
        <source>Nodes live</source>
        <translation>Knoten live</translation>
    </message>
    <message>
        <source>Nodes that report, of all known nodes.</source>
        <translation>Knoten, die melden, von allen bekannten.</translation>
    </message>
    <message>
        <source>Other agents that report switches, loops or jobs: %1, of which silent: %2.</source>
        <translation>Weitere Agenten, die Switches, Kreise oder Jobs melden: %1, davon stumm: %2.</translation>
    </message>
    <message>
        <source>%1 stale</source>
        <translation>%1 veraltet</translation>
    </message>
    <message>
        <source>%1 not reported yet</source>
        <translation>%1 noch nicht gemeldet</translation>
    </message>
    <message>
        <source>%1 of %2 reporters silent</source>
        <translation>%1 von %2 Meldern stumm</translation>
    </message>
    <message>
        <source>GPUs live</source>
        <translation>GPUs live</translation>
    </message>
    <message>
        <source>GPUs on nodes that report, of all known GPUs.</source>
        <translation>GPUs auf Knoten, die melden, von allen bekannten.</translation>
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
        <source>%1 of %2 GPUs up</source>
        <translation>%1/%2 GPUs aktiv</translation>
    </message>
    <message>
        <source>Effective GPUs = ranks of training jobs × goodput, from %1 ranks. %3 of %2 known GPUs report.</source>
        <translation>Effektive GPUs = Ränge von Trainingsjobs × Goodput, aus %1 Rängen. %3 von %2 bekannten GPUs melden.</translation>
    </message>
    <message>
        <source>Not measured.</source>
        <translation>Nicht gemessen.</translation>
    </message>
    <message>
        <source>No data in memory for this moment.</source>
        <translation>Für diesen Zeitpunkt sind keine Daten im Speicher.</translation>
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
        <source> No node is live: last known values.</source>
        <translation> Kein Knoten ist live: letzte bekannte Werte.</translation>
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
        <source>Goodput: share of the GPU time of all jobs that went into computing and moving data, over the last 16 steps of each. The rest: %1.</source>
        <translation>Goodput: Anteil der GPU-Zeit aller Jobs, der in Rechnen und Datentransfer floss, über die letzten 16 Schritte jedes Jobs. Der Rest: %1.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Wait loss, 1 step</source>
        <translation>Warteverlust, 1 Schritt</translation>
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
        <source>Wait loss: share of the GPU time of all jobs in which ranks waited for others, over the last 16 steps of each. Equals %1 of %2 ranks.</source>
        <translation>Warteverlust: Anteil der GPU-Zeit aller Jobs, in der Ränge auf andere warteten, über die letzten 16 Schritte. Entspricht %1 von %2 Rängen.</translation>
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
        <source>Ticks lost since this window opened: %1 of %2.</source>
        <translation>Verlorene Ticks, seit dieses Fenster offen ist: %1 von %2.</translation>
    </message>
    <message>
        <source> %1 of them are from silent nodes and may still arrive.</source>
        <translation> %1 davon sind von stummen Knoten und können noch eintreffen.</translation>
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
        <source>Open alerts at the moment shown, including acknowledged ones. Click to list them.</source>
        <translation>Offene Alarme zum gezeigten Zeitpunkt, auch quittierte. Klicken listet sie auf.</translation>
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
        <source>Power, sensors</source>
        <translation>Leistung, Sensoren</translation>
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
        <source>may be random</source>
        <translation>kann Zufall sein</translation>
    </message>
    <message>
        <source>± %1, over %2 steps: %3</source>
        <translation>± %1, über %2 Schritte: %3</translation>
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
        <source>Steps take %1 times the ideal (S).</source>
        <translation>Schritte dauern %1-mal so lange wie ideal (S).</translation>
    </message>
    <message numerus="yes">
        <source>the %n slowest of %1 workers</source>
        <translation>
            <numerusform>den langsamsten von %1 Workern</numerusform>
            <numerusform>die %n langsamsten von %1 Workern</numerusform>
        </translation>
    </message>
    <message>
        <source> %1 of the loss is due to %2 (M_W)</source>
        <translation> %1 des Verlusts geht auf %2 zurück (M_W)</translation>
    </message>
    <message>
        <source>, %1 to the last stage (M_S)</source>
        <translation>, %1 auf die letzte Stufe (M_S)</translation>
    </message>
    <message>
        <source>With %1 alone slow, steps take %2 times as long</source>
        <translation>Ist nur %1 langsam, dauern Schritte %2-mal so lange</translation>
    </message>
    <message>
        <source>The slowest rank of %1 takes %2 times as long as the median rank</source>
        <translation>Der langsamste Rang von %1 braucht %2-mal so lange wie der Median</translation>
    </message>
    <message>
        <source>Step without it</source>
        <translation>Schritt ohne ihn</translation>
    </message>
    <message>
        <source>%1 (with it: %2)</source>
        <translation>%1 (mit ihm: %2)</translation>
    </message>
    <message>
        <source>Step time factor, only this data-parallel rank</source>
        <translation>Faktor der Schrittzeit, nur dieser datenparallele Rang</translation>
    </message>
    <message>
        <source>Step time factor, only this stage</source>
        <translation>Faktor der Schrittzeit, nur diese Stufe</translation>
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
        <source>Pin %1 on top</source>
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
        <source>More here</source>
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
        <source>%1 waited %2 for %3</source>
        <translation>%1 wartete %2 auf %3</translation>
    </message>
    <message>
        <source>%1 step %2, %3</source>
        <translation>%1 Schritt %2, %3</translation>
    </message>
    <message>
        <source>%1 marked %2</source>
        <translation>%1 markierte %2</translation>
    </message>
    <message>
        <source>a moment</source>
        <translation>einen Zeitpunkt</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2, %3</translation>
    </message>
    <message>
        <source>%1 idle, %2</source>
        <translation>%1 untätig, %2</translation>
    </message>
    <message>
        <source>%1 %2, %3, %4</source>
        <translation>%1 %2, %3, %4</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>known to ±%1</source>
        <translation>bekannt auf ±%1</translation>
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
        <source>Bytes / duration</source>
        <translation>Bytes / Dauer</translation>
    </message>
    <message numerus="yes">
        <source>%n more spans; zoom in to see each</source>
        <translation>
            <numerusform>%n weiterer Span; zum Anzeigen vergrößern</numerusform>
            <numerusform>%n weitere Spans; zum Anzeigen vergrößern</numerusform>
        </translation>
    </message>
    <message>
        <source>spans of this time are in the recording but not loaded yet</source>
        <translation>Spans dieser Zeit sind in der Aufzeichnung, aber noch nicht geladen</translation>
    </message>
    <message>
        <source>spans of this time were not recorded</source>
        <translation>Spans dieser Zeit wurden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>no span here; the next one begins at %1</source>
        <translation>hier kein Span; der nächste beginnt um %1</translation>
    </message>
    <message>
        <source>no span yet; the last one ended %1 earlier</source>
        <translation>noch kein Span; der letzte endete %1 früher</translation>
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
        <source>%1: no data, %2 did not report</source>
        <translation>%1: keine Daten, %2 hat nicht gemeldet</translation>
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
        <source>%1: no data, %2 is stale</source>
        <translation>%1: keine Daten, %2 ist veraltet</translation>
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
        <source>Spans of this time were not recorded</source>
        <translation>Spans dieser Zeit wurden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Too many spans to draw: zoom in to see the spans of this time</source>
        <translation>Zu viele Spans zum Zeichnen: Vergrößern zeigt die Spans dieser Zeit</translation>
    </message>
    <message>
        <source>Reading the spans of this time from the recording</source>
        <translation>Die Spans dieser Zeit werden aus der Aufzeichnung gelesen</translation>
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
        <source>it computed %1 longer than its peers</source>
        <translation>er rechnete %1 länger als seine Vergleichsgruppe</translation>
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
        <source>Cannot draw the 3D view. %1 All other views work without it.</source>
        <translation>Die 3D-Ansicht kann nicht gezeichnet werden. %1 Alle anderen Ansichten funktionieren ohne sie.</translation>
    </message>
    <message>
        <source>Drag racks</source>
        <translation>Racks ziehen</translation>
    </message>
    <message>
        <source>%1, and %2 more there</source>
        <translation>%1, und dort %2 weitere</translation>
    </message>
    <message>
        <source>range fixed by you</source>
        <translation>Bereich von Ihnen festgelegt</translation>
    </message>
    <message>
        <source>Air above the floor, coolant in pipes</source>
        <translation>Luft über dem Boden, Kühlmittel in Rohren</translation>
    </message>
    <message>
        <source>stale, or a part is silent</source>
        <translation>veraltet, oder ein Teil ist stumm</translation>
    </message>
    <message>
        <source>not measured here</source>
        <translation>hier nicht gemessen</translation>
    </message>
    <message>
        <source>%1 of %2 nodes and switches are healthy and hidden</source>
        <translation>%1 von %2 Knoten und Switches sind unauffällig und ausgeblendet</translation>
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
        <source>%1 has too few samples in the last minute for a rate of change.</source>
        <translation>%1 hat in der letzten Minute zu wenige Messwerte für eine Änderungsrate.</translation>
    </message>
    <message>
        <source>%1 reports no data for %2.</source>
        <translation>%1 meldet keine Daten für %2.</translation>
    </message>
    <message>
        <source>%1 is not measured at %2.</source>
        <translation>%1 wird an %2 nicht gemessen.</translation>
    </message>
    <message>
        <source>%1 does not report.</source>
        <translation>%1 meldet nicht.</translation>
    </message>
    <message>
        <source>%1 does not report; the last %2 was %3.</source>
        <translation>%1 meldet nicht; zuletzt: %2 %3.</translation>
    </message>
    <message>
        <source>%1 of %2 is %3.</source>
        <translation>%1 von %2 ist %3.</translation>
    </message>
    <message>
        <source>%1 within %2, worst: %3, at %4.</source>
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
        <source>%1 %2 within %3 is %4, at %5.</source>
        <translation>%1: %2 in %3 ist %4, an %5.</translation>
    </message>
    <message>
        <source>as recorded at %1</source>
        <translation>wie um %1 aufgezeichnet</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
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
        <source>a part is silent</source>
        <translation>ein Teil ist stumm</translation>
    </message>
    <message>
        <source>This display offers no OpenGL.</source>
        <translation>Dieser Bildschirm bietet kein OpenGL.</translation>
    </message>
    <message>
        <source>This display offers OpenGL %1.%2; 3.2 or later is needed.</source>
        <translation>Dieser Bildschirm bietet OpenGL %1.%2; nötig ist mindestens 3.2.</translation>
    </message>
    <message>
        <source>This display&apos;s OpenGL driver does not support off-screen drawing.</source>
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
    <message>
        <source>%1 hangs: %2 ranks wait in %3 #%4, which %5 has not entered</source>
        <translation>%1 hängt: %2 Ränge warten in %3 #%4, das %5 nicht betreten hat</translation>
    </message>
    <message>
        <source>%1 waits unusually long: %2 ranks wait in %3 #%4, which %5 has not entered</source>
        <translation>%1 wartet ungewöhnlich lange: %2 Ränge warten in %3 #%4, das %5 nicht betreten hat</translation>
    </message>
    <message>
        <source>%1; %2 more are missing.</source>
        <translation>%1; %2 weitere fehlen.</translation>
    </message>
    <message>
        <source>%1 hangs: all %2 ranks of %3 have entered #%4, but it does not complete. Check their links.</source>
        <translation>%1 hängt: Alle %2 Ränge von %3 haben #%4 betreten, aber es wird nicht fertig. Prüfen Sie ihre Links.</translation>
    </message>
    <message>
        <source>%1 waits unusually long: all %2 ranks of %3 have entered #%4, but it does not complete.</source>
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
        <source>No single straggler in %1: the slowest rank changes (%2 ranks in %3 steps), as with sequences of different length.</source>
        <translation>Kein einzelner Nachzügler in %1: Der langsamste Rang wechselt (%2 Ränge in %3 Schritten), wie bei Sequenzen verschiedener Länge.</translation>
    </message>
    <message>
        <source>Slow links delay %1: transfers are slower than their baseline.</source>
        <translation>Langsame Links verzögern %1: Transfers sind langsamer als ihr Basiswert.</translation>
    </message>
    <message>
        <source>Slow links of %1 delay %2: transfers are slower than those of peers or their baseline.</source>
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
        <source>%1; its scheduler allocated %2 GPUs.</source>
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
        <source>%1 slows %2</source>
        <translation>%1 bremst %2</translation>
    </message>
    <message>
        <source>%1 slow %2</source>
        <translation>%1 bremsen %2</translation>
    </message>
    <message>
        <source>The last pipeline stage slows %1: it has more work than the others.</source>
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
        <source>%1 of %2 collectives lack the part of a rank</source>
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
    <message>
        <source>%1 unreadable frames</source>
        <translation>%1 unlesbare Frames</translation>
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
        <source>over %1</source>
        <translation>über %1</translation>
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
        <source>Compare with one hour earlier</source>
        <translation>Mit der Stunde davor vergleichen</translation>
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
        <source>This session is not recorded, so a link cannot show this moment later.</source>
        <translation>Diese Sitzung wird nicht aufgezeichnet. Ein Link kann diesen Moment später nicht zeigen.</translation>
    </message>
    <message>
        <source>Copied the link that opens this view at this moment.</source>
        <translation>Der Link, der diese Ansicht in diesem Moment öffnet, ist kopiert.</translation>
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
        <source>After the slash: the target in the cluster file.</source>
        <translation>Nach dem Schrägstrich: das Ziel aus der Clusterdatei.</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation: operations per step / (step time × GPUs × peak of one), over the GPUs of all jobs that report it.</source>
        <translation>Modell-FLOPs-Auslastung: Operationen je Schritt / (Schrittzeit × GPUs × Spitzenleistung einer GPU), über die GPUs aller Jobs, die sie melden.</translation>
    </message>
    <message>
        <source>After the slash: the reference, as entered in the cluster file or reached in the best hour.</source>
        <translation>Nach dem Schrägstrich: die Referenz, aus der Clusterdatei oder aus der besten Stunde.</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertLine</name>
    <message>
        <source> · and %1 more</source>
        <translation> · und %1 weitere</translation>
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
        <source>What</source>
        <translation>Was</translation>
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
    <name>lockstep::AlertStoryModel</name>
    <message>
        <source>Confidence %1 %: %2; cost: %3; owners: %4</source>
        <translation>Sicherheit %1 %: %2; Kosten: %3; zuständig: %4</translation>
    </message>
    <message>
        <source>%1 GPU seconds</source>
        <translation>%1 GPU-Sekunden</translation>
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
        <source>Not %1: %2</source>
        <translation>Nicht %1: %2</translation>
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
        <source>Story of the selected alert</source>
        <translation>Verlauf des ausgewählten Alarms</translation>
    </message>
    <message>
        <source>Analysing events …</source>
        <translation>Ereignisse werden ausgewertet …</translation>
    </message>
    <message>
        <source>Alerts of this moment are listed when the analysis is complete.</source>
        <translation>Die Alarme dieses Zeitpunkts erscheinen, sobald die Auswertung fertig ist.</translation>
    </message>
    <message>
        <source>No alerts at this moment.</source>
        <translation>Keine Alarme zu diesem Zeitpunkt.</translation>
    </message>
    <message>
        <source>A detector without data raises no alerts. &quot;lockstep coverage&quot; lists these.</source>
        <translation>Ein Detektor ohne Daten meldet keine Alarme. „lockstep coverage“ listet diese auf.</translation>
    </message>
    <message>
        <source>No data for this moment.</source>
        <translation>Keine Daten für diesen Zeitpunkt.</translation>
    </message>
    <message>
        <source>No node has reported, or the moment is before this session. Open the recording to see its alerts.</source>
        <translation>Kein Knoten hat gemeldet, oder der Zeitpunkt liegt vor dieser Sitzung. Öffnen Sie die Aufzeichnung, um ihre Alarme zu sehen.</translation>
    </message>
    <message>
        <source>%1 new, shown when the pointer leaves · </source>
        <translation>%1 neue, erscheinen, wenn der Zeiger weg ist · </translation>
    </message>
    <message>
        <source>%1 active, %2 acknowledged · K acknowledges, Shift+S shelves, Enter shows the onset</source>
        <translation>%1 aktiv, %2 quittiert · K quittiert, Umschalt+S stellt zurück, Enter zeigt den Beginn</translation>
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
        <source>no jobs</source>
        <translation>keine Jobs</translation>
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
        <source>%1 receives no jobs; %2 of its %3 GPUs are still in use</source>
        <translation>%1 bekommt keine Jobs; %2 von %3 GPUs sind noch in Benutzung</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
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
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Reading allocations from the recording.</source>
        <translation>Zuteilungen werden aus der Aufzeichnung gelesen.</translation>
    </message>
    <message>
        <source>No data from the scheduler at this moment.</source>
        <translation>Zu diesem Zeitpunkt keine Daten vom Scheduler.</translation>
    </message>
    <message>
        <source>Go to another moment, or see the Events view for the reason.</source>
        <translation>Wählen Sie einen anderen Zeitpunkt, oder suchen Sie den Grund in der Ansicht Ereignisse.</translation>
    </message>
    <message>
        <source>No scheduler connected.</source>
        <translation>Kein Scheduler verbunden.</translation>
    </message>
    <message>
        <source>Add [slurm] or [kubernetes] to the agent.toml of one agent. It queries the scheduler for all nodes.</source>
        <translation>Ergänzen Sie [slurm] oder [kubernetes] in der agent.toml eines Agenten. Er fragt den Scheduler für alle Knoten ab.</translation>
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
        <source>on free nodes</source>
        <translation>auf freien Knoten</translation>
    </message>
    <message>
        <source>on shared nodes</source>
        <translation>auf geteilten Knoten</translation>
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
        <source>without a rack</source>
        <translation>ohne Rack</translation>
    </message>
    <message>
        <source>Largest free block: %1 %2 (%3 on all free nodes)</source>
        <translation>Größter freier Block: %1 %2 (%3 auf allen freien Knoten)</translation>
    </message>
    <message>
        <source>No free node</source>
        <translation>Kein freier Knoten</translation>
    </message>
    <message>
        <source>%1 free on shared nodes</source>
        <translation>%1 frei auf geteilten Knoten</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs wait for %1 GPUs, longest wait %2</source>
        <translation>
            <numerusform>%n Job wartet auf %1 GPUs, längste Wartezeit %2</numerusform>
            <numerusform>%n Jobs warten auf %1 GPUs, längste Wartezeit %2</numerusform>
        </translation>
    </message>
    <message>
        <source>no job is queued</source>
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
        <source>because of %1</source>
        <translation>wegen %1</translation>
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
        <source>missing: %n ranks wait in %1</source>
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
        <source>%1 waits unusually long: %n ranks wait in %2 #%3, which this rank has not entered.</source>
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
        <source>%1 hangs: all %2 ranks of %3 have entered #%4, but it does not complete.</source>
        <translation>%1 hängt: Alle %2 Ränge von %3 haben #%4 betreten, aber es wird nicht fertig.</translation>
    </message>
    <message>
        <source>%1 waits unusually long: all %2 ranks of %3 have entered #%4, but it does not complete.</source>
        <translation>%1 wartet ungewöhnlich lange: Alle %2 Ränge von %3 haben #%4 betreten, aber es wird nicht fertig.</translation>
    </message>
    <message>
        <source>Computes longer than the ranks that wait for it.</source>
        <translation>Rechnet länger als die Ränge, die darauf warten.</translation>
    </message>
    <message>
        <source>This group transfers data more slowly than its peers or its baseline.</source>
        <translation>Diese Gruppe überträgt Daten langsamer als ihre Vergleichsgruppe oder ihr Basiswert.</translation>
    </message>
    <message>
        <source>checkpoint storage</source>
        <translation>Checkpoint-Storage</translation>
    </message>
    <message>
        <source>Checkpoints end at different times, or take longer than the baseline.</source>
        <translation>Checkpoints enden zu verschiedenen Zeiten oder dauern länger als der Basiswert.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>GPU seconds that other ranks waited for this one, over the last 16 steps</source>
        <translation>GPU-Sekunden, die andere Ränge auf diesen warteten, über die letzten 16 Schritte</translation>
    </message>
    <message>
        <source>The same as a share of the job&apos;s GPU time in these steps</source>
        <translation>Dasselbe als Anteil der GPU-Zeit des Jobs in diesen Schritten</translation>
    </message>
    <message>
        <source>GPU seconds that other ranks waited for this one in the last step</source>
        <translation>GPU-Sekunden, die andere Ränge im letzten Schritt auf diesen warteten</translation>
    </message>
    <message>
        <source>Number of recent steps in which it cost more than 1 % of the job&apos;s GPU time</source>
        <translation>Anzahl der letzten Schritte, in denen er mehr als 1 % der GPU-Zeit des Jobs kostete</translation>
    </message>
    <message>
        <source>Straggler</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Wait, GPU s</source>
        <translation>Warten, GPU s</translation>
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
        <source>Wait, GPU s</source>
        <translation>Warten, GPU s</translation>
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
        <source>wait loss %1 of GPU time, last %n steps</source>
        <translation>
            <numerusform>Warteverlust %1 der GPU-Zeit, %n Schritt</numerusform>
            <numerusform>Warteverlust %1 der GPU-Zeit, letzte %n Schritte</numerusform>
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
        <source>Computing waits from the spans before the moment shown.</source>
        <translation>Wartezeiten werden aus den Spans vor dem gezeigten Zeitpunkt berechnet.</translation>
    </message>
    <message>
        <source>No steps yet.</source>
        <translation>Noch keine Schritte.</translation>
    </message>
    <message>
        <source>Run a job with the NCCL plugin, post job events with communicator and sequence, or open a trace.</source>
        <translation>Starten Sie einen Job mit dem NCCL-Plugin, senden Sie Job-Ereignisse mit Kommunikator und Sequenz, oder öffnen Sie einen Trace.</translation>
    </message>
</context>
<context>
    <name>lockstep::BundleDialog</name>
    <message>
        <source>Keep the newer</source>
        <translation>Neueren behalten</translation>
    </message>
    <message>
        <source>Use the bundle&apos;s</source>
        <translation>Den des Bundles verwenden</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meinen behalten</translation>
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
        <source>%1: changed here %2, in the bundle %3
</source>
        <translation>%1: hier geändert %2, im Bundle %3
</translation>
    </message>
    <message>
        <source>and more
</source>
        <translation>und weitere
</translation>
    </message>
    <message>
        <source>Times in the bundle are as claimed by it. Notes and pictures that exist only here are kept.</source>
        <translation>Zeiten im Bundle sind dessen Angaben. Notizen und Bilder, die es nur hier gibt, bleiben erhalten.</translation>
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
        <source>%1 links planned: %2 as planned, %3 not yet discovered</source>
        <translation>%1 Links geplant: %2 wie geplant, %3 noch nicht erkannt</translation>
    </message>
</context>
<context>
    <name>lockstep::ChartRow</name>
    <message>
        <source>%1 · mean, with peaks as band</source>
        <translation>%1 · Mittelwert, Spitzen als Band</translation>
    </message>
    <message>
        <source>%1 · dashed: %2</source>
        <translation>%1 · gestrichelt: %2</translation>
    </message>
    <message>
        <source>%1 · %2: minimum to maximum</source>
        <translation>%1 · %2: Minimum bis Maximum</translation>
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
        <source>Type a command, a node, GPU or link, or a metric</source>
        <translation>Befehl, Knoten, GPU, Link oder Metrik eingeben</translation>
    </message>
    <message>
        <source>Find a command, a node, GPU or link, or a metric</source>
        <translation>Befehl, Knoten, GPU, Link oder Metrik suchen</translation>
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
        <source>Alignment and direction of the comparison</source>
        <translation>Ausrichtung und Richtung des Vergleichs</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Compare each entity with its own mean over the baseline</source>
        <translation>Jede Komponente mit ihrem eigenen Mittelwert über die Vergleichsbasis vergleichen</translation>
    </message>
    <message>
        <source>Moments</source>
        <translation>Zeitpunkte</translation>
    </message>
    <message>
        <source>Compare each moment with the same moment of the baseline</source>
        <translation>Jeden Zeitpunkt mit demselben Zeitpunkt der Vergleichsbasis vergleichen</translation>
    </message>
    <message>
        <source>Align with cursor</source>
        <translation>Am Cursor ausrichten</translation>
    </message>
    <message>
        <source>Align the beginning of the baseline with the cursor</source>
        <translation>Den Anfang der Vergleichsbasis am Cursor ausrichten</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>Show the baseline, and compare it with the current data</source>
        <translation>Die Vergleichsbasis zeigen und mit den aktuellen Daten vergleichen</translation>
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
        <source>No range marked. Shift + drag over a time axis to mark the range to compare with.</source>
        <translation>Kein Bereich markiert. Umschalt + Ziehen über einer Zeitachse markiert den Vergleichsbereich.</translation>
    </message>
    <message>
        <source>Cannot compare: %1</source>
        <translation>Vergleich nicht möglich: %1</translation>
    </message>
    <message>
        <source>Cannot compare: the tick of %1 differs from that of the data shown</source>
        <translation>Vergleich nicht möglich: Der Tick von %1 weicht von dem der gezeigten Daten ab</translation>
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
        <source>Live data cannot be swapped with a recording. Open the recording instead.</source>
        <translation>Live-Daten lassen sich nicht mit einer Aufzeichnung tauschen. Öffnen Sie stattdessen die Aufzeichnung.</translation>
    </message>
    <message>
        <source>Cannot compare with %1 earlier: there are no data of that time.</source>
        <translation>Vergleich mit %1 früher nicht möglich: aus dieser Zeit gibt es keine Daten.</translation>
    </message>
</context>
<context>
    <name>lockstep::ConnectionFailure</name>
    <message>
        <source>Retry now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Close source</source>
        <translation>Quelle schließen</translation>
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
        <source>Cost: enter a GPU-hour rate</source>
        <translation>Kosten: Satz je GPU-Stunde eingeben</translation>
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
        <source>%1 of %2 cost layers unknown</source>
        <translation>%1 von %2 Kostenschichten unbekannt</translation>
    </message>
    <message>
        <source>Cost of the incident by layer</source>
        <translation>Kosten des Vorfalls nach Schicht</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
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
        <source>Steps by ranks</source>
        <translation>Schritte nach Rängen</translation>
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
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
</context>
<context>
    <name>lockstep::DashboardRun</name>
    <message>
        <source>Open the recording that a link names?</source>
        <translation>Die Aufzeichnung öffnen, die ein Link nennt?</translation>
    </message>
    <message>
        <source>Connect to the server that a link names?</source>
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
        <source>%1 healthy but dependent on unhealthy ones</source>
        <translation>%1 unauffällig, aber von Auffälligen abhängig</translation>
    </message>
    <message>
        <source>%1 without data</source>
        <translation>%1 ohne Daten</translation>
    </message>
    <message>
        <source>Nothing selected and no active alert.</source>
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
    <name>lockstep::DrainModel</name>
    <message>
        <source>at once</source>
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
        <source>GPU time that the best plan saves compared with continuing, over one day or the rest of the job</source>
        <translation>GPU-Zeit, die der beste Plan gegenüber dem Weiterlaufen spart, über einen Tag oder den Rest des Jobs</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>Maßnahme</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Isolation time</source>
        <translation>Isolationszeit</translation>
    </message>
    <message>
        <source>Spare</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Remedy</source>
        <translation>Abhilfe</translation>
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
        <source>Isolation time</source>
        <translation>Isolationszeit</translation>
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
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Nodes to drain are listed when reading is complete.</source>
        <translation>Die zu drainenden Knoten erscheinen, sobald alles gelesen ist.</translation>
    </message>
    <message>
        <source>No node to drain at this moment.</source>
        <translation>Zu diesem Zeitpunkt ist kein Knoten zu drainen.</translation>
    </message>
    <message>
        <source>Each active cause is listed with the gain and the cost of draining its nodes.</source>
        <translation>Jede aktive Ursache erscheint mit Gewinn und Kosten des Drainens ihrer Knoten.</translation>
    </message>
    <message>
        <source>No data for this moment.</source>
        <translation>Keine Daten für diesen Zeitpunkt.</translation>
    </message>
    <message>
        <source>No node has reported, or the moment is before this session. Open the recording to see it.</source>
        <translation>Kein Knoten hat gemeldet, oder der Zeitpunkt liegt vor dieser Sitzung. Öffnen Sie die Aufzeichnung, um ihn zu sehen.</translation>
    </message>
    <message>
        <source>reading …</source>
        <translation>wird gelesen …</translation>
    </message>
    <message numerus="yes">
        <source>%n causes, none worth draining now</source>
        <translation>
            <numerusform>%n Ursache, Drainen lohnt derzeit nicht</numerusform>
            <numerusform>%n Ursachen, Drainen lohnt derzeit bei keiner</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 to drain, gain %3</source>
        <translation>%1 von %2 zu drainen, Gewinn %3</translation>
    </message>
</context>
<context>
    <name>lockstep::DriftCanvas</name>
    <message>
        <source>Drift: compute time relative to peers, by step</source>
        <translation>Drift: Rechenzeit gegenüber der Vergleichsgruppe, nach Schritten</translation>
    </message>
    <message>
        <source>Compute time relative to peers; bands: 50 and 90 % of the others</source>
        <translation>Rechenzeit gegenüber der Vergleichsgruppe; Bänder: 50 und 90 % der anderen</translation>
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
        <source>%1: no drift: %2</source>
        <translation>%1: keine Drift: %2</translation>
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
        <source>In %1, 50 % of the ranks were within %2 of their peers</source>
        <translation>In %1 lagen 50 % der Ränge innerhalb von %2 um ihre Vergleichsgruppe</translation>
    </message>
    <message>
        <source>90 % of the ranks</source>
        <translation>90 % der Ränge</translation>
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
        <source>optional; the file must be readable only by you</source>
        <translation>optional; nur Sie dürfen die Datei lesen können</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>Zertifikate</translation>
    </message>
    <message>
        <source>optional, for https; default: the system&apos;s authorities</source>
        <translation>optional, für https; sonst die Zertifizierungsstellen des Systems</translation>
    </message>
    <message>
        <source>Metric mapping</source>
        <translation>Metrik-Zuordnung</translation>
    </message>
    <message>
        <source>optional; TOML file that maps your own exporters</source>
        <translation>optional; TOML-Datei, die Ihre eigenen Exporter zuordnet</translation>
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
        <source>Prometheus, VictoriaMetrics, Thanos or Mimir. Lockstep only reads from the server. Test the connection to see which metrics it offers.</source>
        <translation>Prometheus, VictoriaMetrics, Thanos oder Mimir. Lockstep liest nur vom Server. Testen Sie die Verbindung, um die angebotenen Metriken zu sehen.</translation>
    </message>
    <message>
        <source>Querying %1 ...</source>
        <translation>%1 wird abgefragt ...</translation>
    </message>
    <message>
        <source>%1: scraped every %2</source>
        <translation>%1: alle %2 abgefragt</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n targets, scraped every %2</source>
        <translation>
            <numerusform>%1: %n Ziel, alle %2 abgefragt</numerusform>
            <numerusform>%1: %n Ziele, alle %2 abgefragt</numerusform>
        </translation>
    </message>
    <message>
        <source>History: %1.</source>
        <translation>Vergangenheit: %1.</translation>
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
        <source>What</source>
        <translation>Was</translation>
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
        <source>Device errors, links that go down and rejected job events are listed here as agents report them.</source>
        <translation>Gerätefehler, ausgefallene Links und abgelehnte Job-Ereignisse erscheinen hier, sobald Agenten sie melden.</translation>
    </message>
    <message numerus="yes">
        <source>%n events, newest first, UTC</source>
        <translation>
            <numerusform>%n Ereignis, UTC</numerusform>
            <numerusform>%n Ereignisse, neueste zuerst, UTC</numerusform>
        </translation>
    </message>
    <message>
        <source> · %1 new, shown when the pointer leaves</source>
        <translation> · %1 neue, erscheinen, wenn der Zeiger weg ist</translation>
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
        <source>Something is wrong</source>
        <translation>Störung bemerkt</translation>
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
        <source>Stops the detection clock. You can enter the diagnosis later.</source>
        <translation>Hält die Uhr für die Erkennung an. Die Diagnose können Sie später eingeben.</translation>
    </message>
    <message>
        <source>Ends the exercise and shows the answer</source>
        <translation>Beendet die Übung und zeigt die Lösung</translation>
    </message>
</context>
<context>
    <name>lockstep::ExerciseController</name>
    <message>
        <source>Cannot write the result: %1</source>
        <translation>Das Ergebnis kann nicht geschrieben werden: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::ExerciseResultDialog</name>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Recording: %1</source>
        <translation>Aufzeichnung: %1</translation>
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
        <source>CSV (series and events)</source>
        <translation>CSV (Zeitreihen und Ereignisse)</translation>
    </message>
    <message>
        <source>Trace for Perfetto</source>
        <translation>Trace für Perfetto</translation>
    </message>
    <message>
        <source>Bundle for another Lockstep</source>
        <translation>Bundle für ein anderes Lockstep</translation>
    </message>
    <message>
        <source>Hide names of hosts and people</source>
        <translation>Namen von Hosts und Personen verbergen</translation>
    </message>
    <message>
        <source>Redact text that looks like a secret</source>
        <translation>Text schwärzen, der wie ein Geheimnis aussieht</translation>
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
        <source>Reading incident...</source>
        <translation>Vorfall wird gelesen...</translation>
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
        <source>Writing %1...</source>
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
        <source>Time span</source>
        <translation>Zeitspanne</translation>
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
        <source>How several links or moments are combined into one value</source>
        <translation>Wie mehrere Links oder Zeitpunkte zu einem Wert zusammengefasst werden</translation>
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
        <source>99th percentile</source>
        <translation>99. Perzentil</translation>
    </message>
    <message>
        <source>Order of the rows</source>
        <translation>Reihenfolge der Zeilen</translation>
    </message>
    <message>
        <source>Groups of ranks</source>
        <translation>Gruppen von Rängen</translation>
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
        <source>all groups</source>
        <translation>alle Gruppen</translation>
    </message>
    <message>
        <source>%1 (%2 groups)</source>
        <translation>%1 (%2 Gruppen)</translation>
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
        <source>Selected</source>
        <translation>Ausgewählt</translation>
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
        <source>Colour mode (M for the next)</source>
        <translation>Farbmodus (M für den nächsten)</translation>
    </message>
    <message>
        <source>Unhealthy only</source>
        <translation>Nur Auffällige</translation>
    </message>
    <message>
        <source>Draw only components beyond a limit, far from their peers, or silent (H)</source>
        <translation>Nur Komponenten zeichnen, die eine Grenze überschreiten, stark abweichen oder stumm sind (H)</translation>
    </message>
    <message>
        <source>Explode</source>
        <translation>Auffächern</translation>
    </message>
    <message>
        <source>Separate the nodes of the selected rack (X)</source>
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
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Show rack units on the hovered or selected rack (U)</source>
        <translation>Höheneinheiten am Rack unter dem Zeiger oder am ausgewählten Rack zeigen (U)</translation>
    </message>
    <message>
        <source>Hold range</source>
        <translation>Bereich halten</translation>
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
        <source>Copy a picture to the clipboard (P)</source>
        <translation>Ein Bild in die Zwischenablage kopieren (P)</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>Speichern...</translation>
    </message>
    <message>
        <source>Save a picture of any size (Shift+P)</source>
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
        <source>%1 · never reported</source>
        <translation>%1 · nie gemeldet</translation>
    </message>
    <message>
        <source>No nodes yet. Connect an agent or open a cluster file.</source>
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
        <source>%1: its components have no position in the hall</source>
        <translation>%1: die Komponenten haben keinen Platz in der Halle</translation>
    </message>
    <message>
        <source>%1, lowest in each rack</source>
        <translation>%1, niedrigster Wert je Rack</translation>
    </message>
    <message>
        <source>%1, highest in each rack</source>
        <translation>%1, höchster Wert je Rack</translation>
    </message>
    <message>
        <source>%1, worst in each node and rack</source>
        <translation>%1, schlechtester Wert je Knoten und Rack</translation>
    </message>
    <message>
        <source>%1, lowest in each node and rack</source>
        <translation>%1, niedrigster Wert je Knoten und Rack</translation>
    </message>
    <message>
        <source>%1, highest in each node and rack</source>
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
        <source>Cluster figures</source>
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
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
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
        <source>No measurements of this kind.</source>
        <translation>Keine Messwerte dieser Art.</translation>
    </message>
    <message>
        <source>Connect to an agent (lockstep --connect HOST:PORT), or start the demo.</source>
        <translation>Verbinden Sie sich mit einem Agenten (lockstep --connect HOST:PORT), oder starten Sie die Demo.</translation>
    </message>
    <message>
        <source>Choose another kind of entity or another metric above.</source>
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
        <source>Flags have no distribution.</source>
        <translation>Flags haben keine Verteilung.</translation>
    </message>
    <message>
        <source>Nothing was measured at this moment.</source>
        <translation>Zu diesem Zeitpunkt wurde nichts gemessen.</translation>
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
        <source>Add window picture to incident</source>
        <translation>Fensterbild zum Vorfall hinzufügen</translation>
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
        <source>Deleted &quot;%1&quot;. Ctrl+Z restores it.</source>
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
        <source>Source: %1. Kept for later incidents.</source>
        <translation>Quelle: %1. Wird für spätere Vorfälle gemerkt.</translation>
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
        <source>out of service</source>
        <translation>außer Betrieb</translation>
    </message>
    <message>
        <source>rolled back</source>
        <translation>zurückgerollt</translation>
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
        <source>Hours of work</source>
        <translation>Arbeitsstunden</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>Compute rate</source>
        <translation>Rechensatz</translation>
    </message>
    <message>
        <source>per GPU h</source>
        <translation>je GPU h</translation>
    </message>
    <message>
        <source>Reserved rate</source>
        <translation>Reservierungssatz</translation>
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
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Entered by hand</source>
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
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
</context>
<context>
    <name>lockstep::IncidentHead</name>
    <message>
        <source>no component selected</source>
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
        <source>Title: what went wrong</source>
        <translation>Titel: was schiefging</translation>
    </message>
    <message>
        <source>unassigned</source>
        <translation>nicht zugewiesen</translation>
    </message>
    <message>
        <source>cooling, straggler</source>
        <translation>cooling, straggler</translation>
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
        <source>Use marked range</source>
        <translation>Bereich übernehmen</translation>
    </message>
    <message>
        <source>Use the marked range as the time of the incident</source>
        <translation>Den markierten Bereich als Zeit des Vorfalls verwenden</translation>
    </message>
    <message>
        <source>Use selection</source>
        <translation>Auswahl verwenden</translation>
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
        <source>Save the report as PDF in your documents folder (Ctrl+P)</source>
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
        <source>commander: noor, scribe: sam</source>
        <translation>Leitung: noor, Protokoll: sam</translation>
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
</context>
<context>
    <name>lockstep::IncidentHistory</name>
    <message>
        <source>Edit history, newest first</source>
        <translation>Änderungen, neueste zuerst</translation>
    </message>
    <message>
        <source>&lt;p&gt;%1 earlier edits are in the database.&lt;/p&gt;</source>
        <translation>&lt;p&gt;%1 frühere Änderungen sind in der Datenbank.&lt;/p&gt;</translation>
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
        <source>Search: words, tag:cooling, owner:noor</source>
        <translation>Suche: Wörter, tag:cooling, owner:noor</translation>
    </message>
    <message>
        <source>Search incidents</source>
        <translation>Vorfälle suchen</translation>
    </message>
    <message>
        <source>Only open</source>
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
        <source>Delete the incident</source>
        <translation>Den Vorfall löschen</translation>
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
        <source>Mark a range (Shift + drag) and press I to open an incident. Press A to annotate the selection.</source>
        <translation>Markieren Sie einen Bereich (Umschalt + Ziehen), und eröffnen Sie mit I einen Vorfall. A annotiert die Auswahl.</translation>
    </message>
    <message>
        <source>No incident found.</source>
        <translation>Kein Vorfall gefunden.</translation>
    </message>
    <message>
        <source>No incident or note contains all of these words.</source>
        <translation>Kein Vorfall und keine Notiz enthält alle diese Wörter.</translation>
    </message>
    <message>
        <source>first %1 of %2 found</source>
        <translation>die ersten %1 von %2 gefundenen</translation>
    </message>
    <message>
        <source>%1 found, UTC</source>
        <translation>%1 gefunden, UTC</translation>
    </message>
    <message numerus="yes">
        <source>%n incidents, newest first, UTC</source>
        <translation>
            <numerusform>%n Vorfall, UTC</numerusform>
            <numerusform>%n Vorfälle, neueste zuerst, UTC</numerusform>
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
        <source>Mark a moment or a range in any view, select a component, then press A.</source>
        <translation>Markieren Sie einen Zeitpunkt oder Bereich in einer Ansicht, wählen Sie eine Komponente, dann A.</translation>
    </message>
    <message>
        <source>Notes of the incident, by time</source>
        <translation>Notizen des Vorfalls, nach Zeit</translation>
    </message>
    <message>
        <source>because of 1</source>
        <translation>wegen 1</translation>
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
        <source>Choose one from the list, or mark a range (Shift + drag) and press I.</source>
        <translation>Wählen Sie einen aus der Liste, oder markieren Sie einen Bereich (Umschalt + Ziehen), dann I.</translation>
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
        <source>Pictures of this incident</source>
        <translation>Bilder dieses Vorfalls</translation>
    </message>
    <message>
        <source>No pictures yet.</source>
        <translation>Noch keine Bilder.</translation>
    </message>
    <message>
        <source>Press Shift+I to add a picture of the window. The view can be restored from it.</source>
        <translation>Umschalt+I fügt ein Bild des Fensters hinzu. Daraus lässt sich die Ansicht wiederherstellen.</translation>
    </message>
    <message>
        <source>Restore the time, selection and workspace of this picture</source>
        <translation>Zeit, Auswahl und Arbeitsbereich dieses Bilds wiederherstellen</translation>
    </message>
    <message>
        <source>Take picture</source>
        <translation>Bild aufnehmen</translation>
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
        <source>What happened, and its impact. Markdown.</source>
        <translation>Was geschah und welche Folgen es hatte. Markdown.</translation>
    </message>
    <message>
        <source>Why it happened, and why it was not detected earlier. Markdown.</source>
        <translation>Warum es geschah und warum es nicht früher erkannt wurde. Markdown.</translation>
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
        <source>Computing steps from the spans before the moment shown.</source>
        <translation>Schritte werden aus den Spans vor dem gezeigten Zeitpunkt berechnet.</translation>
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
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Reading job data from the recording.</source>
        <translation>Jobdaten werden aus der Aufzeichnung gelesen.</translation>
    </message>
    <message>
        <source>No training job in the visible range.</source>
        <translation>Kein Trainingsjob im sichtbaren Bereich.</translation>
    </message>
    <message>
        <source>Zoom out, or go to another moment.</source>
        <translation>Verkleinern Sie den Maßstab, oder wählen Sie einen anderen Zeitpunkt.</translation>
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
        <source>No data for %1: considered ended, nothing is counted since then.</source>
        <translation>Keine Daten seit %1: gilt als beendet, seitdem wird nichts gezählt.</translation>
    </message>
    <message>
        <source>No data for %1: counted as unknown.</source>
        <translation>Keine Daten seit %1: zählt als unbekannt.</translation>
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
        <source>Goodput: share of the job&apos;s GPU time in the visible range that went into retained work</source>
        <translation>Goodput: Anteil der GPU-Zeit des Jobs im sichtbaren Bereich, der in erhaltene Arbeit floss</translation>
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
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation, of its reference: entered in the cluster file, or the job&apos;s best hour</source>
        <translation>Modell-FLOPs-Auslastung, von ihrer Referenz: aus der Clusterdatei oder die beste Stunde des Jobs</translation>
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
        <source>Why is it wrong?</source>
        <translation>Warum ist er falsch?</translation>
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
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Mute %1 at %2:</source>
        <translation>%1 an %2 stummschalten:</translation>
    </message>
    <message>
        <source>No alert selected</source>
        <translation>Kein Alarm ausgewählt</translation>
    </message>
    <message>
        <source>any place</source>
        <translation>einem beliebigen Ort</translation>
    </message>
    <message>
        <source>Alert %1. Ctrl+Z undoes this.</source>
        <translation>Alarm %1. Strg+Z macht dies rückgängig.</translation>
    </message>
    <message>
        <source>Unmuted</source>
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
        <source>Pan; in the hall: orbit</source>
        <translation>Verschieben; in der Halle: umkreisen</translation>
    </message>
    <message>
        <source>Shift + drag</source>
        <translation>Umschalt + Ziehen</translation>
    </message>
    <message>
        <source>Mark a range of time</source>
        <translation>Zeitbereich markieren</translation>
    </message>
    <message>
        <source>Ctrl + drag</source>
        <translation>Strg + Ziehen</translation>
    </message>
    <message>
        <source>Zoom to a range of time</source>
        <translation>Auf einen Zeitbereich zoomen</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Fit; inside a marked range: zoom to it</source>
        <translation>Einpassen; in einem markierten Bereich: darauf zoomen</translation>
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
        <source>In the hall: corner, front, top, back; fly to selection, to all</source>
        <translation>In der Halle: Ecke, vorn, oben, hinten; zur Auswahl, zu allem fliegen</translation>
    </message>
    <message>
        <source>M, H, T, U, X, R, P</source>
        <translation>M, H, T, U, X, R, P</translation>
    </message>
    <message>
        <source>In the hall: mode, unhealthy only, air, units, separate nodes, hold range, copy picture</source>
        <translation>In der Halle: Modus, nur Auffällige, Luft, Einheiten, Auffächern, Bereich halten, Bild kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Z, Esc</source>
        <translation>Strg+Z, Esc</translation>
    </message>
    <message>
        <source>While arranging racks: undo a move; cancel the drag, finish</source>
        <translation>Beim Anordnen der Racks: Zug rückgängig; Ziehen abbrechen, beenden</translation>
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
        <source>No key found</source>
        <translation>Keine solche Taste</translation>
    </message>
</context>
<context>
    <name>lockstep::LaneFilterBar</name>
    <message>
        <source>rank, node, operation, group, &gt; 10 ms</source>
        <translation>Rang, Knoten, Operation, Gruppe, &gt; 10 ms</translation>
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
        <source>Sort lanes by job and rank; tensor, data and pipeline parallel neighbours are adjacent</source>
        <translation>Spuren nach Job und Rang ordnen; tensor-, daten- und pipelineparallele Nachbarn liegen nebeneinander</translation>
    </message>
    <message>
        <source>Worst waits first</source>
        <translation>Längstes Warten zuerst</translation>
    </message>
    <message>
        <source>Sort lanes by wait within the visible range</source>
        <translation>Spuren nach Wartezeit im sichtbaren Bereich ordnen</translation>
    </message>
    <message>
        <source>Most blamed first</source>
        <translation>Größte Verursacher zuerst</translation>
    </message>
    <message>
        <source>Sort lanes by the GPU time that others lost because of them in recent steps</source>
        <translation>Spuren nach der GPU-Zeit ordnen, die andere in den letzten Schritten ihretwegen verloren</translation>
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
        <source>fixed by you</source>
        <translation>von Ihnen festgelegt</translation>
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
        <source>range fixed by you</source>
        <translation>Bereich von Ihnen festgelegt</translation>
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
        <source>An agent that reads the switches reports these links. To see the nodes&apos; own ports, choose &quot;Node × port&quot; above.</source>
        <translation>Ein Agent, der die Switches liest, meldet diese Links. Die Ports der Knoten selbst zeigt oben „Knoten × Port“.</translation>
    </message>
    <message>
        <source>No NVLinks are known.</source>
        <translation>Keine NVLinks bekannt.</translation>
    </message>
    <message>
        <source>Agents report them from NVML, and Prometheus if dcgm-exporter exports the counters of each link.</source>
        <translation>Agenten melden sie aus NVML, und Prometheus, wenn dcgm-exporter die Zähler jedes Links exportiert.</translation>
    </message>
    <message>
        <source>No ports are known.</source>
        <translation>Keine Ports bekannt.</translation>
    </message>
    <message>
        <source>Agents report ports from /sys/class/infiniband and /sys/class/net.</source>
        <translation>Agenten melden Ports aus /sys/class/infiniband und /sys/class/net.</translation>
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
        <source>Group</source>
        <translation>Gruppe</translation>
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
        <source>Collectives at this time are not known</source>
        <translation>Collectives dieser Zeit sind nicht bekannt</translation>
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
        <source>Newest sample of %1: %2 UTC. The window shows that moment.</source>
        <translation>Neuester Messwert von %1: %2 UTC. Das Fenster zeigt diesen Zeitpunkt.</translation>
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
        <source>Opening %1 ...</source>
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
        <source>One metric: entities × time</source>
        <translation>Eine Metrik: Komponenten × Zeit</translation>
    </message>
    <message>
        <source>By metric</source>
        <translation>Nach Metrik</translation>
    </message>
    <message>
        <source>All metrics at the cursor: entities × metrics, each with its own scale</source>
        <translation>Alle Metriken am Cursor: Komponenten × Metriken, jede mit eigener Skala</translation>
    </message>
    <message>
        <source>Kind of entity</source>
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
        <source>%1 · over time · %2 · %3</source>
        <translation>%1 · über der Zeit · %2 · %3</translation>
    </message>
    <message>
        <source>all metrics at the cursor, own units · %1</source>
        <translation>alle Metriken am Cursor, eigene Einheiten · %1</translation>
    </message>
</context>
<context>
    <name>lockstep::MetricPicker</name>
    <message>
        <source>Metric shown</source>
        <translation>Gezeigte Metrik</translation>
    </message>
    <message>
        <source>Metric of the maps, the hall and the charts; type to search</source>
        <translation>Metrik der Karten, der Halle und der Diagramme; zum Suchen tippen</translation>
    </message>
    <message>
        <source>No metric yet</source>
        <translation>Noch keine Metrik</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>lockstep::ModelText</name>
    <message>
        <source>a power cap</source>
        <translation>eine Leistungsbegrenzung</translation>
    </message>
    <message>
        <source>a coolant leak</source>
        <translation>ein Kühlmittelleck</translation>
    </message>
    <message>
        <source>coolant leak</source>
        <translation>Kühlmittelleck</translation>
    </message>
    <message>
        <source>a pump or valve of the loop</source>
        <translation>eine Pumpe oder ein Ventil des Kreises</translation>
    </message>
    <message>
        <source>low coolant flow</source>
        <translation>geringer Kühlmitteldurchfluss</translation>
    </message>
    <message>
        <source>insufficient chilled water or heat exchanger</source>
        <translation>zu wenig Kaltwasser oder Wärmetauscher</translation>
    </message>
    <message>
        <source>warm coolant supply</source>
        <translation>warmer Kühlmittelvorlauf</translation>
    </message>
    <message>
        <source>an unexplained deviation of the coolant loop</source>
        <translation>eine ungeklärte Abweichung des Kühlkreises</translation>
    </message>
    <message>
        <source>loop deviates from baseline</source>
        <translation>Kreis weicht vom Basiswert ab</translation>
    </message>
    <message>
        <source>exhaust air returning to the inlets</source>
        <translation>Abluft, die in die Zuluft gelangt</translation>
    </message>
    <message>
        <source>warm rack inlet</source>
        <translation>warme Rack-Zuluft</translation>
    </message>
    <message>
        <source>fans, filters or the coolant supply of a node</source>
        <translation>Lüfter, Filter oder Kühlmittelvorlauf eines Knotens</translation>
    </message>
    <message>
        <source>node runs warm</source>
        <translation>Knoten zu warm</translation>
    </message>
    <message>
        <source>a node, its agent or its network</source>
        <translation>ein Knoten, sein Agent oder sein Netzwerk</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>a lost time source</source>
        <translation>eine verlorene Zeitquelle</translation>
    </message>
    <message>
        <source>clock drift</source>
        <translation>Uhr driftet</translation>
    </message>
    <message>
        <source>poor time synchronisation</source>
        <translation>schlechte Zeitsynchronisation</translation>
    </message>
    <message>
        <source>clock uncertain</source>
        <translation>Uhr ungenau</translation>
    </message>
    <message>
        <source>software or settings that differ from the peers&apos;</source>
        <translation>Software oder Einstellungen, die von der Vergleichsgruppe abweichen</translation>
    </message>
    <message>
        <source>node differs from its peers</source>
        <translation>Knoten weicht von der Vergleichsgruppe ab</translation>
    </message>
    <message>
        <source>failing GPU memory</source>
        <translation>defekter GPU-Speicher</translation>
    </message>
    <message>
        <source>GPU with memory errors</source>
        <translation>GPU mit Speicherfehlern</translation>
    </message>
    <message>
        <source>a GPU that has fallen off the bus</source>
        <translation>eine GPU, die vom Bus verschwunden ist</translation>
    </message>
    <message>
        <source>GPU gone</source>
        <translation>GPU verschwunden</translation>
    </message>
    <message>
        <source>a GPU fault</source>
        <translation>ein GPU-Fehler</translation>
    </message>
    <message>
        <source>GPU failed</source>
        <translation>GPU ausgefallen</translation>
    </message>
    <message>
        <source>silent data corruption</source>
        <translation>stille Datenverfälschung</translation>
    </message>
    <message>
        <source>GPU with divergent results</source>
        <translation>GPU mit abweichenden Ergebnissen</translation>
    </message>
    <message>
        <source>a blocked cold plate or a bad heat sink</source>
        <translation>eine verstopfte Kühlplatte oder ein schlechter Kühlkörper</translation>
    </message>
    <message>
        <source>poorly cooled GPU</source>
        <translation>schlecht gekühlte GPU</translation>
    </message>
    <message>
        <source>insufficient cooling for the load</source>
        <translation>zu wenig Kühlung für die Last</translation>
    </message>
    <message>
        <source>GPU hot</source>
        <translation>GPU heiß</translation>
    </message>
    <message>
        <source>a clock below what the load requires</source>
        <translation>ein Takt unter dem, den die Last erfordert</translation>
    </message>
    <message>
        <source>reduced GPU clock</source>
        <translation>reduzierter GPU-Takt</translation>
    </message>
    <message>
        <source>a flapping link</source>
        <translation>ein flatternder Link</translation>
    </message>
    <message>
        <source>link flapping</source>
        <translation>Link flattert</translation>
    </message>
    <message>
        <source>a link that is down</source>
        <translation>ein ausgefallener Link</translation>
    </message>
    <message>
        <source>link down</source>
        <translation>Link ausgefallen</translation>
    </message>
    <message>
        <source>a bad cable or transceiver</source>
        <translation>ein defektes Kabel oder ein defekter Transceiver</translation>
    </message>
    <message>
        <source>link with errors</source>
        <translation>Link mit Fehlern</translation>
    </message>
    <message>
        <source>flows concentrated on a few equal-cost uplinks</source>
        <translation>Flows, die sich auf wenige gleichwertige Uplinks konzentrieren</translation>
    </message>
    <message>
        <source>another job that overloads shared links</source>
        <translation>ein anderer Job, der gemeinsame Links überlastet</translation>
    </message>
    <message>
        <source>job overloads links</source>
        <translation>Job überlastet Links</translation>
    </message>
    <message>
        <source>a spine switch with reduced throughput</source>
        <translation>ein Spine-Switch mit reduziertem Durchsatz</translation>
    </message>
    <message>
        <source>switch congested</source>
        <translation>Switch überlastet</translation>
    </message>
    <message>
        <source>bursts that fill the queue of a port</source>
        <translation>Bursts, die die Warteschlange eines Ports füllen</translation>
    </message>
    <message>
        <source>more traffic than the links can carry</source>
        <translation>mehr Verkehr, als die Links tragen können</translation>
    </message>
    <message>
        <source>link waits for credit</source>
        <translation>Link wartet auf Credit</translation>
    </message>
    <message>
        <source>a lossy link or NIC whose errors the transport hides</source>
        <translation>ein verlustbehafteter Link oder eine NIC, deren Fehler der Transport verdeckt</translation>
    </message>
    <message>
        <source>masked communication fault</source>
        <translation>verdeckter Kommunikationsfehler</translation>
    </message>
    <message>
        <source>overloaded shared storage</source>
        <translation>überlasteter gemeinsamer Storage</translation>
    </message>
    <message>
        <source>an exceeded limit</source>
        <translation>eine überschrittene Grenze</translation>
    </message>
    <message>
        <source>limit exceeded</source>
        <translation>Grenze überschritten</translation>
    </message>
    <message>
        <source>links between ranks</source>
        <translation>Links zwischen Rängen</translation>
    </message>
    <message>
        <source>a GPU that computes more slowly at a healthy clock</source>
        <translation>eine GPU, die bei normalem Takt langsamer rechnet</translation>
    </message>
    <message>
        <source>rank late</source>
        <translation>Rang verspätet</translation>
    </message>
    <message>
        <source>the program itself</source>
        <translation>das Programm selbst</translation>
    </message>
    <message>
        <source>program error</source>
        <translation>Programmfehler</translation>
    </message>
    <message>
        <source>a rank that does not participate</source>
        <translation>ein Rang, der nicht teilnimmt</translation>
    </message>
    <message>
        <source>rank missing</source>
        <translation>Rang fehlt</translation>
    </message>
    <message>
        <source>a job that repeatedly fails and restarts</source>
        <translation>ein Job, der wiederholt ausfällt und neu startet</translation>
    </message>
    <message>
        <source>job restarts repeatedly</source>
        <translation>Job startet wiederholt neu</translation>
    </message>
    <message>
        <source>uneven links, or bursts of other jobs</source>
        <translation>ungleiche Links oder Bursts anderer Jobs</translation>
    </message>
    <message>
        <source>collective jitter</source>
        <translation>Jitter der Collectives</translation>
    </message>
    <message>
        <source>the program, or something that is not measured</source>
        <translation>das Programm oder etwas, das nicht gemessen wird</translation>
    </message>
    <message>
        <source>job slower</source>
        <translation>Job langsamer</translation>
    </message>
    <message>
        <source>a request router with wrong weights</source>
        <translation>ein Request-Router mit falschen Gewichten</translation>
    </message>
    <message>
        <source>unevenly loaded pool</source>
        <translation>ungleich ausgelasteter Pool</translation>
    </message>
    <message>
        <source>load, or something that is not measured</source>
        <translation>Last oder etwas, das nicht gemessen wird</translation>
    </message>
    <message>
        <source>service slower</source>
        <translation>Dienst langsamer</translation>
    </message>
    <message>
        <source>a job that holds GPUs without using them</source>
        <translation>ein Job, der GPUs belegt, ohne sie zu nutzen</translation>
    </message>
    <message>
        <source>idle allocation</source>
        <translation>ungenutzte Zuteilung</translation>
    </message>
    <message>
        <source>a part with a high lifetime error count</source>
        <translation>ein Teil mit hoher Fehlerzahl über die Lebensdauer</translation>
    </message>
    <message>
        <source>part with many errors</source>
        <translation>Teil mit vielen Fehlern</translation>
    </message>
    <message>
        <source>the monitoring itself</source>
        <translation>die Überwachung selbst</translation>
    </message>
    <message>
        <source>a NIC, its cable or its port</source>
        <translation>eine NIC, ihr Kabel oder ihr Port</translation>
    </message>
    <message>
        <source>a switch</source>
        <translation>ein Switch</translation>
    </message>
    <message>
        <source>%1 power capped</source>
        <translation>%1-mal Leistung begrenzt</translation>
    </message>
    <message>
        <source>%1 coolant leaks</source>
        <translation>%1 Kühlmittellecks</translation>
    </message>
    <message>
        <source>%1 loops with low flow</source>
        <translation>%1 Kreise mit geringem Durchfluss</translation>
    </message>
    <message>
        <source>%1 loops with warm supply</source>
        <translation>%1 Kreise mit warmem Vorlauf</translation>
    </message>
    <message>
        <source>%1 loops deviate from baseline</source>
        <translation>%1 Kreise weichen vom Basiswert ab</translation>
    </message>
    <message>
        <source>%1 racks with warm inlet</source>
        <translation>%1 Racks mit warmer Zuluft</translation>
    </message>
    <message>
        <source>%1 nodes run warm</source>
        <translation>%1 Knoten zu warm</translation>
    </message>
    <message>
        <source>%1 places without data</source>
        <translation>%1 Orte ohne Daten</translation>
    </message>
    <message>
        <source>%1 clocks drift</source>
        <translation>%1 Uhren driften</translation>
    </message>
    <message>
        <source>%1 clocks uncertain</source>
        <translation>%1 Uhren ungenau</translation>
    </message>
    <message>
        <source>%1 nodes differ from their peers</source>
        <translation>%1 Knoten weichen von der Vergleichsgruppe ab</translation>
    </message>
    <message>
        <source>%1 GPUs with memory errors</source>
        <translation>%1 GPUs mit Speicherfehlern</translation>
    </message>
    <message>
        <source>%1 GPUs gone</source>
        <translation>%1 GPUs verschwunden</translation>
    </message>
    <message>
        <source>%1 GPUs failed</source>
        <translation>%1 GPUs ausgefallen</translation>
    </message>
    <message>
        <source>%1 GPUs with divergent results</source>
        <translation>%1 GPUs mit abweichenden Ergebnissen</translation>
    </message>
    <message>
        <source>%1 poorly cooled GPUs</source>
        <translation>%1 schlecht gekühlte GPUs</translation>
    </message>
    <message>
        <source>%1 GPUs hot</source>
        <translation>%1 GPUs heiß</translation>
    </message>
    <message>
        <source>%1 GPUs with reduced clock</source>
        <translation>%1 GPUs mit reduziertem Takt</translation>
    </message>
    <message>
        <source>%1 links flapping</source>
        <translation>%1 Links flattern</translation>
    </message>
    <message>
        <source>%1 links down</source>
        <translation>%1 Links ausgefallen</translation>
    </message>
    <message>
        <source>%1 links with errors</source>
        <translation>%1 Links mit Fehlern</translation>
    </message>
    <message>
        <source>%1 uneven use of uplinks</source>
        <translation>%1-mal ungleiche Nutzung der Uplinks</translation>
    </message>
    <message>
        <source>%1 jobs overload links</source>
        <translation>%1 Jobs überlasten Links</translation>
    </message>
    <message>
        <source>%1 switches congested</source>
        <translation>%1 Switches überlastet</translation>
    </message>
    <message>
        <source>%1 ports with microbursts</source>
        <translation>%1 Ports mit Microbursts</translation>
    </message>
    <message>
        <source>%1 links wait for credit</source>
        <translation>%1 Links warten auf Credit</translation>
    </message>
    <message>
        <source>%1 ports with masked communication faults</source>
        <translation>%1 Ports mit verdeckten Kommunikationsfehlern</translation>
    </message>
    <message>
        <source>%1 slow checkpoints</source>
        <translation>%1 langsame Checkpoints</translation>
    </message>
    <message>
        <source>%1 limits exceeded</source>
        <translation>%1 Grenzen überschritten</translation>
    </message>
    <message>
        <source>%1 slow links</source>
        <translation>%1 langsame Links</translation>
    </message>
    <message>
        <source>%1 ranks late</source>
        <translation>%1 Ränge verspätet</translation>
    </message>
    <message>
        <source>%1 program errors</source>
        <translation>%1 Programmfehler</translation>
    </message>
    <message>
        <source>%1 ranks missing</source>
        <translation>%1 Ränge fehlen</translation>
    </message>
    <message>
        <source>%1 jobs restart repeatedly</source>
        <translation>%1 Jobs starten wiederholt neu</translation>
    </message>
    <message>
        <source>%1 jobs with collective jitter</source>
        <translation>%1 Jobs mit Jitter der Collectives</translation>
    </message>
    <message>
        <source>%1 jobs slower</source>
        <translation>%1 Jobs langsamer</translation>
    </message>
    <message>
        <source>%1 unevenly loaded pools</source>
        <translation>%1 ungleich ausgelastete Pools</translation>
    </message>
    <message>
        <source>%1 services slower</source>
        <translation>%1 Dienste langsamer</translation>
    </message>
    <message>
        <source>%1 idle allocations</source>
        <translation>%1 ungenutzte Zuteilungen</translation>
    </message>
    <message>
        <source>%1 parts with many errors</source>
        <translation>%1 Teile mit vielen Fehlern</translation>
    </message>
    <message>
        <source>%1 monitoring incomplete</source>
        <translation>%1-mal Überwachung unvollständig</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>Job %1</translation>
    </message>
    <message>
        <source>shared storage</source>
        <translation>gemeinsamer Storage</translation>
    </message>
    <message>
        <source>the links of %1</source>
        <translation>die Links von %1</translation>
    </message>
    <message>
        <source>%1 (over)</source>
        <translation>%1 (beendet)</translation>
    </message>
    <message>
        <source>%1 – also abnormal, but reported separately: it is further away from the findings</source>
        <translation>%1 – ebenfalls auffällig, aber getrennt gemeldet: liegt weiter von den Befunden entfernt</translation>
    </message>
    <message>
        <source>no such finding</source>
        <translation>kein solcher Befund</translation>
    </message>
    <message>
        <source>no such finding on %1</source>
        <translation>kein solcher Befund an %1</translation>
    </message>
    <message>
        <source>would cause similar findings; none was found</source>
        <translation>würde ähnliche Befunde verursachen; keiner wurde gefunden</translation>
    </message>
    <message>
        <source>%1: %2 alerts at once from one node, expected at most %3; its agent sends too much, or it fails in many ways</source>
        <translation>%1: %2 Alarme zugleich von einem Knoten, erwartet höchstens %3; sein Agent sendet zu viel, oder er fällt auf viele Arten aus</translation>
    </message>
    <message>
        <source>Acknowledged: %1</source>
        <translation>Quittiert: %1</translation>
    </message>
    <message>
        <source>Shelved for %1: %2%3%4</source>
        <translation>Zurückgestellt für %1: %2%3%4</translation>
    </message>
    <message>
        <source>an unknown component</source>
        <translation>eine unbekannte Komponente</translation>
    </message>
    <message>
        <source>rack %1</source>
        <translation>Rack %1</translation>
    </message>
    <message>
        <source>service %1</source>
        <translation>Dienst %1</translation>
    </message>
    <message>
        <source>healthy, but %1 on %2</source>
        <translation>unauffällig, aber %1 von %2</translation>
    </message>
    <message>
        <source>%1 unhealthy: %2</source>
        <translation>%1 auffällig: %2</translation>
    </message>
    <message>
        <source>waiting for credit</source>
        <translation>wartet auf Credit</translation>
    </message>
    <message>
        <source>down %1 of the time</source>
        <translation>%1 der Zeit ausgefallen</translation>
    </message>
    <message>
        <source>%1 retransmits/s</source>
        <translation>%1 Retransmits/s</translation>
    </message>
    <message>
        <source>waits for credit %1 of the time</source>
        <translation>wartet %1 der Zeit auf Credit</translation>
    </message>
    <message>
        <source>%1, its peers %2</source>
        <translation>%1, Vergleichsgruppe %2</translation>
    </message>
    <message>
        <source>link fault score %1</source>
        <translation>Störungswert %1</translation>
    </message>
    <message>
        <source>%1 towards %2</source>
        <translation>%1 in Richtung %2</translation>
    </message>
    <message>
        <source>; not measured: %1</source>
        <translation>; nicht gemessen: %1</translation>
    </message>
    <message>
        <source>no ports of %1 are known: collect NIC and NVLink counters of its nodes to identify the link</source>
        <translation>keine Ports von %1 bekannt: NIC- und NVLink-Zähler der Knoten erfassen, um den Link zu bestimmen</translation>
    </message>
    <message>
        <source>worst of %1 ports: %2: %3%4</source>
        <translation>schlechtester von %1 Ports: %2: %3%4</translation>
    </message>
    <message>
        <source>none of %1 ports is faulty%2</source>
        <translation>keiner von %1 Ports ist fehlerhaft%2</translation>
    </message>
    <message>
        <source>its time is in the future: a clock was set back</source>
        <translation>die Zeit liegt in der Zukunft: eine Uhr wurde zurückgestellt</translation>
    </message>
    <message>
        <source>not observed for %1</source>
        <translation>nicht beobachtet seit %1</translation>
    </message>
    <message>
        <source>hardware changed: %1 before, %2 now</source>
        <translation>Hardware geändert: vorher %1, jetzt %2</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>; baseline from %1 since %2 UTC</source>
        <translation>; Basiswert aus %1 seit %2 UTC</translation>
    </message>
    <message>
        <source>Rack %1</source>
        <translation>Rack %1</translation>
    </message>
    <message>
        <source>Loop %1</source>
        <translation>Kreis %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1: clock uncertainty back to ±%2</source>
        <translation>%1: Unsicherheit der Uhr wieder ±%2</translation>
    </message>
    <message>
        <source>%1: clock uncertainty ±%2; the order of events on other nodes is unknown within that</source>
        <translation>%1: Unsicherheit der Uhr ±%2; die Reihenfolge zu Ereignissen anderer Knoten ist darunter unbekannt</translation>
    </message>
    <message>
        <source>%1: clock no longer drifts, offset %2</source>
        <translation>%1: Uhr driftet nicht mehr, Abweichung %2</translation>
    </message>
    <message>
        <source>%1: clock %2 %3 per minute, offset %4</source>
        <translation>%1: Uhr %2 %3 je Minute, Abweichung %4</translation>
    </message>
    <message>
        <source>%1: clock was set %2 by %3</source>
        <translation>%1: Uhr wurde um %3 %2</translation>
    </message>
    <message>
        <source>The clocks of %1 changed by up to %2 at once%3</source>
        <translation>Die Uhren von %1 änderten sich zugleich um bis zu %2%3</translation>
    </message>
    <message>
        <source>%1: this machine&apos;s own clock was set</source>
        <translation>%1: die Uhr dieser Maschine wurde gestellt</translation>
    </message>
    <message>
        <source>sends pause frames to its peers:</source>
        <translation>sendet Pause-Frames an die Gegenstellen:</translation>
    </message>
    <message>
        <source>, peaks %1 %</source>
        <translation>, Spitzen %1 %</translation>
    </message>
    <message>
        <source>%1 back to baseline</source>
        <translation>%1 wieder am Basiswert</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>%1: %2 %3 in step %4 of %5, but %6 other ranks have %7%8: possible silent corruption</source>
        <translation>%1: %2 %3 in Schritt %4 von %5, aber %6 andere Ränge haben %7%8: mögliche stille Datenverfälschung</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>%1: %2 matches its peers again</source>
        <translation>%1: %2 stimmt wieder mit der Vergleichsgruppe überein</translation>
    </message>
    <message>
        <source>%1: its job has ended</source>
        <translation>%1: der Job ist beendet</translation>
    </message>
    <message>
        <source>a memory row could not be remapped: drain and replace the GPU</source>
        <translation>eine Speicherzeile konnte nicht umgelegt werden: Knoten drainen und GPU ersetzen</translation>
    </message>
    <message>
        <source>%1 uncorrected memory errors</source>
        <translation>%1 unkorrigierbare Speicherfehler</translation>
    </message>
    <message>
        <source>%1 corrected memory errors within minutes: memory is failing</source>
        <translation>%1 korrigierte Speicherfehler in wenigen Minuten: der Speicher wird defekt</translation>
    </message>
    <message>
        <source>a memory row waits to be remapped: reset the GPU after its job</source>
        <translation>eine Speicherzeile wartet auf Umlegung: GPU nach dem Job zurücksetzen</translation>
    </message>
    <message>
        <source>%1: no more memory errors</source>
        <translation>%1: keine weiteren Speicherfehler</translation>
    </message>
    <message>
        <source>%1: no data from its %2 GPUs, although the node is reporting: check driver and collector</source>
        <translation>%1: keine Daten von den %2 GPUs, obwohl der Knoten meldet: Treiber und Kollektor prüfen</translation>
    </message>
    <message>
        <source>%1: no data, although its node is reporting</source>
        <translation>%1: keine Daten, obwohl der Knoten meldet</translation>
    </message>
    <message>
        <source>%1: %2 again</source>
        <translation>%1: %2 wieder</translation>
    </message>
    <message>
        <source>its GPUs report</source>
        <translation>die GPUs melden</translation>
    </message>
    <message>
        <source>tensor activity</source>
        <translation>Tensor-Aktivität</translation>
    </message>
    <message>
        <source>SM activity</source>
        <translation>SM-Aktivität</translation>
    </message>
    <message>
        <source>%1: back to the level of the other GPUs of its node</source>
        <translation>%1: wieder auf dem Stand der anderen GPUs des Knotens</translation>
    </message>
    <message>
        <source>%1: %2 %3 % against the other GPUs of its node, baseline %4 %, at the same clock; from peers alone, as no collectives are measured</source>
        <translation>%1: %2 %3 % gegenüber den anderen GPUs des Knotens, Basiswert %4 %, bei gleichem Takt; nur aus der Vergleichsgruppe, da keine Collectives gemessen werden</translation>
    </message>
    <message>
        <source>%1: %2 GPU%3 allocated%4 on %5 but idle; no memory in use and no utilisation</source>
        <translation>%1: %2 GPU%3 zugeteilt%4 auf %5, aber untätig; kein Speicher belegt, keine Auslastung</translation>
    </message>
    <message>
        <source>%1: its allocated GPUs are in use or released</source>
        <translation>%1: die zugeteilten GPUs werden genutzt oder sind freigegeben</translation>
    </message>
    <message>
        <source>; %1 more</source>
        <translation>; %1 weitere</translation>
    </message>
    <message>
        <source>%1: %2 grew by %3 in %4 h, baseline %5 a day%6</source>
        <translation>%1: %2 stieg um %3 in %4 h, Basiswert %5 je Tag%6</translation>
    </message>
    <message>
        <source>; %1 more at %2 or over</source>
        <translation>; %1 weitere bei %2 oder mehr</translation>
    </message>
    <message>
        <source>%1: %2 back within limits after %3</source>
        <translation>%1: %2 nach %3 wieder innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>; %1 more in %2</source>
        <translation>; %1 weitere in %2</translation>
    </message>
    <message>
        <source>%1: %2, limit %3</source>
        <translation>%1: %2, Grenze %3</translation>
    </message>
    <message>
        <source>%1: link down%2</source>
        <translation>%1: Link ausgefallen%2</translation>
    </message>
    <message>
        <source>%1: link up again</source>
        <translation>%1: Link wieder in Betrieb</translation>
    </message>
    <message>
        <source>%1: %2 %3 within minutes: check %4</source>
        <translation>%1: %2 %3 in wenigen Minuten: %4 prüfen</translation>
    </message>
    <message>
        <source>the GPU, its board and the NVSwitch</source>
        <translation>GPU, ihr Board und NVSwitch</translation>
    </message>
    <message>
        <source>cable, transceiver and port</source>
        <translation>Kabel, Transceiver und Port</translation>
    </message>
    <message>
        <source>%1: no more %2</source>
        <translation>%1: keine weiteren %2</translation>
    </message>
    <message>
        <source>power limit</source>
        <translation>Leistungsgrenze</translation>
    </message>
    <message>
        <source>SM clock under load</source>
        <translation>SM-Takt unter Last</translation>
    </message>
    <message>
        <source>%1: clock %2, baseline %3; %4%5</source>
        <translation>%1: Takt %2, Basiswert %3; %4%5</translation>
    </message>
    <message>
        <source>reduced by a setting</source>
        <translation>durch eine Einstellung reduziert</translation>
    </message>
    <message>
        <source>not explained by power or heat</source>
        <translation>nicht durch Leistung oder Hitze erklärt</translation>
    </message>
    <message>
        <source>%1: clock back to baseline: %2</source>
        <translation>%1: Takt wieder am Basiswert: %2</translation>
    </message>
    <message>
        <source>%1: power limit restored</source>
        <translation>%1: Leistungsgrenze wiederhergestellt</translation>
    </message>
    <message>
        <source>limited to %1 per GPU, previously %2</source>
        <translation>auf %1 je GPU begrenzt, vorher %2</translation>
    </message>
    <message>
        <source>external power brake active</source>
        <translation>externe Power-Brake aktiv</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPUs</translation>
    </message>
    <message>
        <source>; clock %1</source>
        <translation>; Takt %1</translation>
    </message>
    <message>
        <source>acknowledgement timeouts</source>
        <translation>Acknowledgement-Timeouts</translation>
    </message>
    <message>
        <source>receiver-not-ready retries</source>
        <translation>Receiver-not-ready-Wiederholungen</translation>
    </message>
    <message>
        <source>packets out of sequence</source>
        <translation>Pakete in falscher Reihenfolge</translation>
    </message>
    <message>
        <source>link replays</source>
        <translation>Link-Replays</translation>
    </message>
    <message>
        <source>%1, expected %2</source>
        <translation>%1, erwartet %2</translation>
    </message>
    <message>
        <source>%1: retransmits and timeouts back to baseline</source>
        <translation>%1: Retransmits und Timeouts wieder am Basiswert</translation>
    </message>
    <message>
        <source>%1: all metrics report again</source>
        <translation>%1: alle Metriken melden wieder</translation>
    </message>
    <message>
        <source>%1: stopped reporting %2, although %3 other metrics</source>
        <translation>%1: %2 nicht mehr gemeldet, obwohl %3 andere Metriken</translation>
    </message>
    <message>
        <source>it reports</source>
        <translation>melden</translation>
    </message>
    <message>
        <source>they report</source>
        <translation>melden</translation>
    </message>
    <message>
        <source>imbalance of the load on its nodes</source>
        <translation>Ungleichgewicht der Last der Knoten</translation>
    </message>
    <message>
        <source>time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>time per token</source>
        <translation>Zeit je Token</translation>
    </message>
    <message>
        <source>longest queue</source>
        <translation>längste Warteschlange</translation>
    </message>
    <message>
        <source>%1: %2 %3, baseline %4%5</source>
        <translation>%1: %2 %3, Basiswert %4%5</translation>
    </message>
    <message>
        <source>%1: %2 back to baseline: %3</source>
        <translation>%1: %2 wieder am Basiswert: %3</translation>
    </message>
    <message>
        <source>response time</source>
        <translation>Antwortzeit</translation>
    </message>
    <message>
        <source>%1 %2: no data for %3, including its %4</source>
        <translation>%1 %2: keine Daten seit %3, auch nicht von %4</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Relay</source>
        <translation>Relay</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>%1: no data for %2%3</source>
        <translation>%1: keine Daten seit %2%3</translation>
    </message>
    <message>
        <source>%1: no data for %2: %3%4</source>
        <translation>%1: keine Daten seit %2: %3%4</translation>
    </message>
    <message>
        <source> behind %1 %2</source>
        <translation> hinter %1 %2</translation>
    </message>
    <message>
        <source>%1 %2 no longer watched</source>
        <translation>%1 %2 nicht mehr beobachtet</translation>
    </message>
    <message>
        <source>%1 %2 again after %3: %4</source>
        <translation>%1 %2 wieder nach %3: %4</translation>
    </message>
    <message>
        <source>nothing lost</source>
        <translation>nichts verloren</translation>
    </message>
    <message>
        <source>%1 ticks lost</source>
        <translation>%1 Ticks verloren</translation>
    </message>
    <message>
        <source>All %1 nodes</source>
        <translation>Alle %1 Knoten</translation>
    </message>
    <message>
        <source>All %1 nodes at switch %2</source>
        <translation>Alle %1 Knoten an Switch %2</translation>
    </message>
    <message>
        <source>All %1 nodes of power feed %2</source>
        <translation>Alle %1 Knoten der Einspeisung %2</translation>
    </message>
    <message>
        <source>All %1 nodes of row %2</source>
        <translation>Alle %1 Knoten der Reihe %2</translation>
    </message>
    <message>
        <source>%1 nodes in %2 racks</source>
        <translation>%1 Knoten in %2 Racks</translation>
    </message>
    <message>
        <source>writing to the storage</source>
        <translation>Schreiben auf den Storage</translation>
    </message>
    <message>
        <source>Storage: %1 nodes write at %2 each, baseline %3</source>
        <translation>Storage: %1 Knoten schreiben mit je %2, Basiswert %3</translation>
    </message>
    <message>
        <source>Storage: back to baseline: %1 nodes write at %2 each</source>
        <translation>Storage: wieder am Basiswert: %1 Knoten schreiben mit je %2</translation>
    </message>
    <message>
        <source>write rate to the storage</source>
        <translation>Schreibrate zum Storage</translation>
    </message>
    <message>
        <source>operating system</source>
        <translation>Betriebssystem</translation>
    </message>
    <message>
        <source>rate of %1</source>
        <translation>Rate von %1</translation>
    </message>
    <message>
        <source>uneven use of equal-cost uplinks</source>
        <translation>ungleiche Nutzung gleichwertiger Uplinks</translation>
    </message>
    <message>
        <source>%1: %2 has ended</source>
        <translation>%1: %2 beendet</translation>
    </message>
    <message>
        <source> and %1 more links wait</source>
        <translation> und %1 weitere Links warten</translation>
    </message>
    <message>
        <source>%1 ports blocked by %2: %3%4 for credit, up to %5 % of the time</source>
        <translation>%1 Ports blockiert durch %2: %3%4 auf Credit, bis zu %5 % der Zeit</translation>
    </message>
    <message>
        <source>%1: reduced throughput: %2 links to it wait for credit, up to %3 % of the time, although equal switches carry as much without waiting</source>
        <translation>%1: reduzierter Durchsatz: %2 Links dorthin warten auf Credit, bis zu %3 % der Zeit, obwohl gleiche Switches ebenso viel ohne Warten übertragen</translation>
    </message>
    <message>
        <source>; other rails of the same nodes %1 %</source>
        <translation>; andere Rails derselben Knoten %1 %</translation>
    </message>
    <message>
        <source>%1: %2 % of its equal-cost uplinks unused%3: polarised hash, or few flows</source>
        <translation>%1: %2 % der gleichwertigen Uplinks ungenutzt%3: polarisierter Hash oder wenige Flows</translation>
    </message>
    <message>
        <source>%1: %2 of its equal-cost uplinks carry most traffic, up to %3 % above the mean with %4 % wait; neighbouring leaves show the same pattern: partly polarised hash</source>
        <translation>%1: %2 der gleichwertigen Uplinks tragen den meisten Verkehr, bis zu %3 % über dem Mittel bei %4 % Warten; benachbarte Leafs zeigen dasselbe Muster: teilweise polarisierter Hash</translation>
    </message>
    <message>
        <source>%1: link went down %2 times within minutes</source>
        <translation>%1: Link fiel in wenigen Minuten %2-mal aus</translation>
    </message>
    <message>
        <source>bursts over the fabric</source>
        <translation>Bursts über die Fabric</translation>
    </message>
    <message>
        <source>%1: traffic %2 times its baseline, in bursts of %3</source>
        <translation>%1: Verkehr %2-mal so hoch wie der Basiswert, in Bursts von %3</translation>
    </message>
    <message>
        <source>%1: traffic back to baseline</source>
        <translation>%1: Verkehr wieder am Basiswert</translation>
    </message>
    <message>
        <source>fabric traffic</source>
        <translation>Fabric-Verkehr</translation>
    </message>
    <message>
        <source>coolant %1</source>
        <translation>Kühlmittel %1</translation>
    </message>
    <message>
        <source>thermal resistance relative to its peers</source>
        <translation>Wärmewiderstand gegenüber der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>; compared within its node, as no inlet or coolant sensor is measured</source>
        <translation>; innerhalb des Knotens verglichen, da kein Zuluft- oder Kühlmittelsensor misst</translation>
    </message>
    <message>
        <source>: thermal resistance %1 % above %2</source>
        <translation>: Wärmewiderstand %1 % über %2</translation>
    </message>
    <message>
        <source>its own usual value</source>
        <translation>dem eigenen üblichen Wert</translation>
    </message>
    <message>
        <source>%1: cooling back to normal</source>
        <translation>%1: Kühlung wieder normal</translation>
    </message>
    <message>
        <source>%1: %2 K hotter than its peers at %3%4%5</source>
        <translation>%1: %2 K heißer als die Vergleichsgruppe bei %3%4%5</translation>
    </message>
    <message>
        <source>cooling relative to its peers</source>
        <translation>Kühlung gegenüber der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>inlet air relative to the supply of the hall</source>
        <translation>Zuluft über der Hallenzuluft</translation>
    </message>
    <message>
        <source>%1: inlet back to baseline: %2</source>
        <translation>%1: Zuluft wieder am Basiswert: %2</translation>
    </message>
    <message>
        <source>; %1 % exhaust air</source>
        <translation>; %1 % Abluft</translation>
    </message>
    <message>
        <source>%1: inlet %2, %3 K above its baseline relative to the hall%4%5</source>
        <translation>%1: Zuluft %2, %3 K über dem Basiswert gegenüber der Halle%4%5</translation>
    </message>
    <message>
        <source>inlet air relative to the hall</source>
        <translation>Zuluft über der der Halle</translation>
    </message>
    <message>
        <source>pump power</source>
        <translation>Pumpenleistung</translation>
    </message>
    <message>
        <source>flow at the usual load</source>
        <translation>Durchfluss bei üblicher Last</translation>
    </message>
    <message>
        <source>; pumps at %1 % of their usual speed</source>
        <translation>; Pumpen bei %1 % der üblichen Drehzahl</translation>
    </message>
    <message>
        <source>; pumps at their usual speed: check valve, filter and leaks</source>
        <translation>; Pumpen bei üblicher Drehzahl: Ventil, Filter und Lecks prüfen</translation>
    </message>
    <message>
        <source>Loop %1: flow back to baseline: %2</source>
        <translation>Kreis %1: Durchfluss wieder am Basiswert: %2</translation>
    </message>
    <message>
        <source>Loop %1: low flow: %2%3</source>
        <translation>Kreis %1: geringer Durchfluss: %2%3</translation>
    </message>
    <message>
        <source>; return %1, %2 in about %3</source>
        <translation>; Rücklauf %1, %2 in etwa %3</translation>
    </message>
    <message>
        <source>; return %1</source>
        <translation>; Rücklauf %1</translation>
    </message>
    <message>
        <source>Loop %1: return will reach %2 in about %3, now %4</source>
        <translation>Kreis %1: Rücklauf erreicht %2 in etwa %3, jetzt %4</translation>
    </message>
    <message>
        <source>Loop %1: return %2 %3</source>
        <translation>Kreis %1: Rücklauf %2 %3</translation>
    </message>
    <message>
        <source>has exceeded</source>
        <translation>hat überschritten:</translation>
    </message>
    <message>
        <source>no longer approaches</source>
        <translation>nähert sich nicht mehr:</translation>
    </message>
    <message>
        <source>Loop %1: supply %2, %3 above baseline: check heat exchanger and facility water%4</source>
        <translation>Kreis %1: Vorlauf %2, %3 über dem Basiswert: Wärmetauscher und Kaltwasser prüfen%4</translation>
    </message>
    <message>
        <source>Loop %1: supply back to baseline: %2</source>
        <translation>Kreis %1: Vorlauf wieder am Basiswert: %2</translation>
    </message>
    <message>
        <source>%1 % of its nodes&apos; power</source>
        <translation>%1 % der Leistung seiner Knoten</translation>
    </message>
    <message>
        <source>Loop %1: removes %2, baseline %3 %: coolant bypass or faulty meter%4</source>
        <translation>Kreis %1: führt %2 ab, Basiswert %3 %: Kühlmittel-Bypass oder fehlerhafter Zähler%4</translation>
    </message>
    <message>
        <source>Loop %1: heat balance back to baseline: %2</source>
        <translation>Kreis %1: Wärmebilanz wieder am Basiswert: %2</translation>
    </message>
    <message>
        <source>Loop %1: deviates from baseline: %2%3</source>
        <translation>Kreis %1: weicht vom Basiswert ab: %2%3</translation>
    </message>
    <message>
        <source>Loop %1: back to baseline</source>
        <translation>Kreis %1: wieder am Basiswert</translation>
    </message>
    <message>
        <source>supply temperature</source>
        <translation>Vorlauftemperatur</translation>
    </message>
    <message>
        <source>heat removed / power drawn</source>
        <translation>abgeführte Wärme zu aufgenommener Leistung</translation>
    </message>
    <message>
        <source>flow and heat balance</source>
        <translation>Durchfluss und Wärmebilanz</translation>
    </message>
    <message>
        <source>%1: GPUs back at their usual temperature</source>
        <translation>%1: GPUs wieder bei üblicher Temperatur</translation>
    </message>
    <message>
        <source>%1: GPUs %2 K hotter than usual at %3 each, unlike other nodes%4%5</source>
        <translation>%1: GPUs %2 K heißer als üblich bei je %3, anders als andere Knoten%4%5</translation>
    </message>
    <message>
        <source>; no inlet or coolant sensor</source>
        <translation>; kein Zuluft- oder Kühlmittelsensor</translation>
    </message>
    <message>
        <source>GPU temperature at their power</source>
        <translation>GPU-Temperatur bei ihrer Leistung</translation>
    </message>
    <message>
        <source>%1: %2 back to baseline: %3 ± %4</source>
        <translation>%1: %2 wieder am Basiswert: %3 ± %4</translation>
    </message>
    <message>
        <source>%1: %2 takes %3 ± %4, baseline ± %5, in %6 of %7 groups%8</source>
        <translation>%1: %2 dauert %3 ± %4, Basiswert ± %5, in %6 von %7 Gruppen%8</translation>
    </message>
    <message>
        <source>jitter of %1 over its time</source>
        <translation>Jitter von %1 zu seiner Dauer</translation>
    </message>
    <message>
        <source>%1: the job has ended</source>
        <translation>%1: der Job ist beendet</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>share of GPU time in waits</source>
        <translation>Anteil der GPU-Zeit im Warten</translation>
    </message>
    <message>
        <source>writing a checkpoint</source>
        <translation>Schreiben eines Checkpoints</translation>
    </message>
    <message>
        <source>steps take %1, %2 % longer than the baseline of %3</source>
        <translation>Schritte dauern %1, %2 % länger als der Basiswert von %3</translation>
    </message>
    <message>
        <source>step time back to baseline: %1</source>
        <translation>Schrittzeit wieder am Basiswert: %1</translation>
    </message>
    <message>
        <source>wait loss %1 % of GPU time, baseline %2 %</source>
        <translation>Warteverlust %1 % der GPU-Zeit, Basiswert %2 %</translation>
    </message>
    <message>
        <source>wait loss back to baseline: %1 % of GPU time</source>
        <translation>Warteverlust wieder am Basiswert: %1 % der GPU-Zeit</translation>
    </message>
    <message>
        <source>checkpoint took %1%2</source>
        <translation>Checkpoint dauerte %1%2</translation>
    </message>
    <message>
        <source>, baseline %1</source>
        <translation>, Basiswert %1</translation>
    </message>
    <message>
        <source>, %1 % of its time</source>
        <translation>, %1 % seiner Zeit</translation>
    </message>
    <message>
        <source>checkpoint time back to baseline: %1</source>
        <translation>Checkpoint-Dauer wieder am Basiswert: %1</translation>
    </message>
    <message>
        <source>the job has ended</source>
        <translation>der Job ist beendet</translation>
    </message>
    <message>
        <source>restarted %1 times within %2 min</source>
        <translation>%1-mal in %2 min neu gestartet</translation>
    </message>
    <message>
        <source>no restart for 15 min</source>
        <translation>seit 15 min kein Neustart</translation>
    </message>
    <message>
        <source>, all of them through %1</source>
        <translation>, alle über %1</translation>
    </message>
    <message>
        <source>waits unusually long</source>
        <translation>wartet ungewöhnlich lange</translation>
    </message>
    <message>
        <source>: its process is stopped or has ended</source>
        <translation>: sein Prozess ist angehalten oder beendet</translation>
    </message>
    <message>
        <source>: its process is idle</source>
        <translation>: sein Prozess ist untätig</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>writing checkpoints</source>
        <translation>Schreiben von Checkpoints</translation>
    </message>
    <message>
        <source>%1 % of the GPU time of the last %2 steps</source>
        <translation>%1 % der GPU-Zeit der letzten %2 Schritte</translation>
    </message>
    <message>
        <source>%1: %2 is slowing down: %3</source>
        <translation>%1: %2 wird langsamer: %3</translation>
    </message>
    <message>
        <source>%1: %2 %3 the other ranks in %4; %5 lost</source>
        <translation>%1: %2 %3 die anderen Ränge in %4; %5 verloren</translation>
    </message>
    <message>
        <source>; %1 of %2 ranks seen</source>
        <translation>; %1 von %2 Rängen gesehen</translation>
    </message>
    <message>
        <source>%1: %2 no longer delays the other ranks</source>
        <translation>%1: %2 verzögert die anderen Ränge nicht mehr</translation>
    </message>
    <message>
        <source>%1: %2 participates again</source>
        <translation>%1: %2 nimmt wieder teil</translation>
    </message>
    <message>
        <source>%1: %2 continues</source>
        <translation>%1: %2 läuft weiter</translation>
    </message>
    <message>
        <source>too many hangs to report each one; reports pause for one minute</source>
        <translation>zu viele Hänger, um jeden zu melden; eine Minute lang wird keiner gemeldet</translation>
    </message>
    <message>
        <source>%1 %2: %3 ranks wait in %4 #%5 for %6, silent for %7 s%8%9</source>
        <translation>%1 %2: %3 Ränge warten in %4 #%5 auf %6, stumm seit %7 s%8%9</translation>
    </message>
    <message>
        <source>; %1 more are missing</source>
        <translation>; %1 weitere fehlen</translation>
    </message>
    <message>
        <source>%1 %2: all %3 ranks of %4 have entered #%5, but it does not complete: check their links</source>
        <translation>%1 %2: alle %3 Ränge von %4 haben #%5 betreten, aber es wird nicht fertig: Links prüfen</translation>
    </message>
    <message>
        <source>jitter of its collectives</source>
        <translation>Jitter seiner Collectives</translation>
    </message>
    <message>
        <source>no complete step yet</source>
        <translation>noch kein vollständiger Schritt</translation>
    </message>
    <message>
        <source>data from only one rank of %1; waits are visible only between ranks</source>
        <translation>nur ein Rang von %1 ist bekannt; Warten ist nur zwischen Rängen sichtbar</translation>
    </message>
    <message>
        <source>only one rank is known; waits are visible only between ranks</source>
        <translation>nur ein Rang ist bekannt; Warten ist nur zwischen Rängen sichtbar</translation>
    </message>
    <message>
        <source>%1 of the ranks&apos; time is without spans, or waits have no known cause</source>
        <translation>%1 der Zeit der Ränge ist ohne Spans, oder Wartezeiten haben keine bekannte Ursache</translation>
    </message>
    <message>
        <source>ranks wait %1 of their time, but spans do not show for which rank</source>
        <translation>Ränge warten %1 ihrer Zeit, aber Spans zeigen nicht, auf welchen Rang</translation>
    </message>
    <message>
        <source>others repeatedly wait for the same ranks, but replays without these ranks are no faster</source>
        <translation>andere warten wiederholt auf dieselben Ränge, aber ohne diese nachgespielt sind die Schritte nicht kürzer</translation>
    </message>
    <message>
        <source>no step has been replayed yet, and the blame is spread over many ranks</source>
        <translation>noch kein Schritt nachgespielt, und die Wartezeit verteilt sich auf viele Verursacher</translation>
    </message>
    <message>
        <source>steps take %1, of which spans explain %2, and the blame is spread over many ranks</source>
        <translation>Schritte dauern %1, davon erklären Spans %2, und die Wartezeit verteilt sich auf viele Verursacher</translation>
    </message>
    <message>
        <source>port %1</source>
        <translation>Port %1</translation>
    </message>
    <message>
        <source>%1 is not connected; planned: %2</source>
        <translation>%1 ist nicht verbunden; geplant: %2</translation>
    </message>
    <message>
        <source>%1 is connected to %2; planned: %3</source>
        <translation>%1 ist mit %2 verbunden; geplant: %3</translation>
    </message>
    <message>
        <source>%1 to %2 runs at %3; planned are %4</source>
        <translation>%1 nach %2 läuft mit %3; geplant: %4</translation>
    </message>
    <message>
        <source>%1 is connected to %2; no link is planned</source>
        <translation>%1 ist mit %2 verbunden; kein Link geplant</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>available: the job does not wait for the repair</source>
        <translation>verfügbar: der Job wartet nicht auf die Reparatur</translation>
    </message>
    <message>
        <source>none: the job waits for the repair</source>
        <translation>keine: der Job wartet auf die Reparatur</translation>
    </message>
    <message>
        <source>repair, at most while the job would run</source>
        <translation>Reparatur, höchstens solange der Job liefe</translation>
    </message>
    <message>
        <source>GPUs × share lost × duration</source>
        <translation>GPUs × verlorener Anteil × Dauer</translation>
    </message>
    <message>
        <source>share lost</source>
        <translation>verlorener Anteil</translation>
    </message>
    <message>
        <source>, to the job&apos;s end</source>
        <translation>, bis zum Ende des Jobs</translation>
    </message>
    <message>
        <source>, assumed: end unknown</source>
        <translation>, angenommen: Ende unbekannt</translation>
    </message>
    <message>
        <source>work since the last checkpoint + GPUs × restart + GPUs × repair if there is no spare</source>
        <translation>Arbeit seit dem letzten Checkpoint + GPUs × Neustart + GPUs × Reparatur, wenn keine Reserve da ist</translation>
    </message>
    <message>
        <source>work since the last checkpoint</source>
        <translation>Arbeit seit dem letzten Checkpoint</translation>
    </message>
    <message>
        <source>GPUs × (checkpoint + restart) + GPUs × repair if there is no spare</source>
        <translation>GPUs × (Checkpoint + Neustart) + GPUs × Reparatur, wenn keine Reserve da ist</translation>
    </message>
    <message>
        <source>not possible: the job takes no steps</source>
        <translation>nicht möglich: der Job macht keine Schritte</translation>
    </message>
    <message>
        <source>GPUs × share lost × time to the next checkpoint + GPUs × restart + GPUs × repair if there is no spare</source>
        <translation>GPUs × verlorener Anteil × Zeit bis zum nächsten Checkpoint + GPUs × Neustart + GPUs × Reparatur, wenn keine Reserve da ist</translation>
    </message>
    <message>
        <source>time to the next checkpoint</source>
        <translation>Zeit bis zum nächsten Checkpoint</translation>
    </message>
    <message>
        <source>, assumed: none observed</source>
        <translation>, angenommen: keiner beobachtet</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter wie bisher</translation>
    </message>
    <message>
        <source>Drain now</source>
        <translation>Jetzt drainen</translation>
    </message>
    <message>
        <source>Checkpoint, then drain</source>
        <translation>Checkpoint, dann drainen</translation>
    </message>
    <message>
        <source>Drain at the next checkpoint</source>
        <translation>Beim nächsten Checkpoint drainen</translation>
    </message>
    <message>
        <source>Cost of each plan</source>
        <translation>Kosten jedes Plans</translation>
    </message>
    <message>
        <source>unknown: expand to see the missing input</source>
        <translation>unbekannt: Aufklappen zeigt die fehlende Eingabe</translation>
    </message>
    <message>
        <source>, least</source>
        <translation>, am wenigsten</translation>
    </message>
    <message>
        <source>Continue or drain</source>
        <translation>Weiterlaufen oder drainen</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>Gewonnen</translation>
    </message>
    <message>
        <source>unknown: see each plan for the missing input</source>
        <translation>unbekannt: die fehlende Eingabe steht beim jeweiligen Plan</translation>
    </message>
    <message>
        <source>Gain against continuing</source>
        <translation>Gewinn gegenüber Weiterlaufen</translation>
    </message>
    <message>
        <source>loss of continuing − loss of the best other plan; at least 0</source>
        <translation>Verlust beim Weiterlaufen − Verlust des besten anderen Plans; mindestens 0</translation>
    </message>
    <message>
        <source>best plan</source>
        <translation>bester Plan</translation>
    </message>
    <message>
        <source>Draining pays</source>
        <translation>Drainen lohnt</translation>
    </message>
    <message>
        <source>never: the fault causes no loss now</source>
        <translation>nie: die Störung verursacht derzeit keinen Verlust</translation>
    </message>
    <message>
        <source>Draining pays if it lasts</source>
        <translation>Drainen lohnt, wenn sie anhält</translation>
    </message>
    <message>
        <source>loss of draining / (GPUs × share lost)</source>
        <translation>Verlust beim Drainen / (GPUs × verlorener Anteil)</translation>
    </message>
    <message>
        <source>Isolation time</source>
        <translation>Isolationszeit</translation>
    </message>
    <message>
        <source>not worthwhile: continuing loses least</source>
        <translation>lohnt nicht: Weiterlaufen verliert am wenigsten</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>time until the job has left the node</source>
        <translation>Zeit, bis der Job den Knoten verlassen hat</translation>
    </message>
    <message>
        <source>Not counted</source>
        <translation>Nicht berücksichtigt</translation>
    </message>
    <message>
        <source>cannot be predicted; if it is likely, drain sooner</source>
        <translation>nicht vorhersagbar; ist er wahrscheinlich, früher drainen</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
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
        <source>Ranks seen</source>
        <translation>Gesehene Ränge</translation>
    </message>
    <message>
        <source>no data: no spans</source>
        <translation>keine Daten: keine Spans</translation>
    </message>
    <message>
        <source>ranks with recent spans, of max(highest rank + 1, GPUs allocated)</source>
        <translation>Ränge mit neueren Spans, von max(höchster Rang + 1, zugeteilte GPUs)</translation>
    </message>
    <message>
        <source>highest rank + 1</source>
        <translation>höchster Rang + 1</translation>
    </message>
    <message>
        <source>GPUs allocated</source>
        <translation>Zugeteilte GPUs</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>no data: it posts no steps</source>
        <translation>keine Daten: meldet keine Schritte</translation>
    </message>
    <message>
        <source>Step reached</source>
        <translation>Erreichter Schritt</translation>
    </message>
    <message>
        <source>Waits, last step</source>
        <translation>Warten, letzter Schritt</translation>
    </message>
    <message>
        <source>Restarts since first seen</source>
        <translation>Neustarts seit der ersten Meldung</translation>
    </message>
    <message>
        <source>Bandwidth while exposed, per rank</source>
        <translation>Bandbreite beim Datentransfer, je Rang</translation>
    </message>
    <message>
        <source>no data: its collectives do not report bytes</source>
        <translation>keine Daten: die Collectives melden keine Bytes</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>no data: it does not post &quot;tokens_per_step&quot;</source>
        <translation>keine Daten: „tokens_per_step“ wird nicht gemeldet</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation>Model-FLOPs-Auslastung</translation>
    </message>
    <message>
        <source>no data: it does not post &quot;flops_per_step&quot; and &quot;peak_flops&quot;</source>
        <translation>keine Daten: „flops_per_step“ und „peak_flops“ werden nicht gemeldet</translation>
    </message>
    <message>
        <source>operations per step / (step time × GPUs × peak of one)</source>
        <translation>Operationen je Schritt / (Schrittzeit × GPUs × Spitzenleistung einer GPU)</translation>
    </message>
    <message>
        <source>wait / reserved × GPUs × 1 h; energy: the same share of what its GPUs draw</source>
        <translation>Warten / reserviert × GPUs × 1 h; Energie: derselbe Anteil der Leistung seiner GPUs</translation>
    </message>
    <message>
        <source>wait / reserved</source>
        <translation>Warten / reserviert</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>GPU-Leistung</translation>
    </message>
    <message>
        <source>GPU time by activity</source>
        <translation>GPU-Zeit nach Tätigkeit</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>GPUs × wall time, summed tick by tick</source>
        <translation>GPUs × Laufzeit, Tick für Tick summiert</translation>
    </message>
    <message>
        <source>wall time</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Productive (goodput)</source>
        <translation>Produktiv (Goodput)</translation>
    </message>
    <message>
        <source>%1 / reserved</source>
        <translation>%1 / reserviert</translation>
    </message>
    <message>
        <source>work since the last checkpoint, if the job restarted at a lower step; / reserved</source>
        <translation>Arbeit seit dem letzten Checkpoint, wenn der Job bei einem früheren Schritt neu startete; / reserviert</translation>
    </message>
    <message>
        <source>restart at step %1 after step %2</source>
        <translation>Neustart bei Schritt %1 nach %2</translation>
    </message>
    <message>
        <source>reserved − time covered by spans; never counted as productive; / reserved</source>
        <translation>reserviert − von Spans abgedeckte Zeit; zählt nie als produktiv; / reserviert</translation>
    </message>
    <message>
        <source>unknown until two checkpoints have been observed</source>
        <translation>unbekannt, bis zwei Checkpoints beobachtet sind</translation>
    </message>
    <message>
        <source>GPUs × 24 h × (1 / slowdown at Daly&apos;s interval − 1 / slowdown at the present one), slowdown = M e^(R/M) (e^((T+C)/M) − 1) / T</source>
        <translation>GPUs × 24 h × (1 / Verlangsamung bei Dalys Intervall − 1 / Verlangsamung beim jetzigen), Verlangsamung = M e^(R/M) (e^((T+C)/M) − 1) / T</translation>
    </message>
    <message>
        <source>none observed: assumed 0</source>
        <translation>keiner beobachtet: 0 angenommen</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>no data: no checkpoint observed</source>
        <translation>keine Daten: kein Checkpoint beobachtet</translation>
    </message>
    <message>
        <source>M, time between failures</source>
        <translation>M, Zeit zwischen Ausfällen</translation>
    </message>
    <message>
        <source>Time per checkpoint</source>
        <translation>Zeit je Checkpoint</translation>
    </message>
    <message>
        <source>Present interval</source>
        <translation>Jetziges Intervall</translation>
    </message>
    <message>
        <source>no data: only one checkpoint observed</source>
        <translation>keine Daten: nur ein Checkpoint beobachtet</translation>
    </message>
    <message>
        <source>Young&apos;s interval</source>
        <translation>Youngs Intervall</translation>
    </message>
    <message>
        <source>Daly&apos;s interval</source>
        <translation>Dalys Intervall</translation>
    </message>
    <message>
        <source>√(2 C M) × (1 + √(C/2M)/3 + (C/2M)/9) − C, for C &lt; 2 M</source>
        <translation>√(2 C M) × (1 + √(C/2M)/3 + (C/2M)/9) − C, für C &lt; 2 M</translation>
    </message>
    <message>
        <source>productive GPU time since the last checkpoint</source>
        <translation>produktive GPU-Zeit seit dem letzten Checkpoint</translation>
    </message>
    <message>
        <source>since the last checkpoint</source>
        <translation>seit dem letzten Checkpoint</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>: no checkpoint in the visible range</source>
        <translation>: kein Checkpoint im sichtbaren Bereich</translation>
    </message>
    <message>
        <source>Expected end</source>
        <translation>Erwartetes Ende</translation>
    </message>
    <message>
        <source>Projected end</source>
        <translation>Hochgerechnetes Ende</translation>
    </message>
    <message>
        <source>Slip</source>
        <translation>Verzug</translation>
    </message>
    <message>
        <source>no data: it does not post &quot;steps_total&quot;</source>
        <translation>keine Daten: „steps_total“ wird nicht gemeldet</translation>
    </message>
    <message>
        <source>all steps completed</source>
        <translation>alle Schritte fertig</translation>
    </message>
    <message>
        <source>unknown: no step gained in the visible range</source>
        <translation>unbekannt: kein Schritt im sichtbaren Bereich gewonnen</translation>
    </message>
    <message>
        <source>%1 UTC, in %2</source>
        <translation>%1 UTC, in %2</translation>
    </message>
    <message>
        <source>now + remaining steps × visible range / steps gained in it, including losses</source>
        <translation>jetzt + verbleibende Schritte × sichtbarer Bereich / darin gewonnene Schritte, einschließlich Verlusten</translation>
    </message>
    <message>
        <source>remaining steps</source>
        <translation>verbleibende Schritte</translation>
    </message>
    <message>
        <source>visible range</source>
        <translation>sichtbarer Bereich</translation>
    </message>
    <message>
        <source>steps gained</source>
        <translation>gewonnene Schritte</translation>
    </message>
    <message>
        <source>%1 later than at its median step time</source>
        <translation>%1 später als bei medianer Schrittzeit</translation>
    </message>
    <message>
        <source>remaining steps × (visible range / steps gained − median step time)</source>
        <translation>verbleibende Schritte × (sichtbarer Bereich / gewonnene Schritte − mediane Schrittzeit)</translation>
    </message>
    <message>
        <source>time per step in the visible range</source>
        <translation>Zeit je Schritt im sichtbaren Bereich</translation>
    </message>
    <message>
        <source>median step time</source>
        <translation>mediane Schrittzeit</translation>
    </message>
    <message>
        <source>Time between failures (MTBF)</source>
        <translation>Zeit zwischen Ausfällen (MTBF)</translation>
    </message>
    <message>
        <source>, measured</source>
        <translation>, gemessen</translation>
    </message>
    <message>
        <source>visible range / restarts</source>
        <translation>sichtbarer Bereich / Neustarts</translation>
    </message>
    <message>
        <source>unknown: number of GPUs unknown</source>
        <translation>unbekannt: Anzahl der GPUs unbekannt</translation>
    </message>
    <message>
        <source>%1 restarts in the visible range, too few to measure</source>
        <translation>%1 Neustarts im sichtbaren Bereich, zu wenige zum Messen</translation>
    </message>
    <message>
        <source>no restarts in the visible range</source>
        <translation>keine Neustarts im sichtbaren Bereich</translation>
    </message>
    <message>
        <source>, as set</source>
        <translation>, wie gesetzt</translation>
    </message>
    <message>
        <source>, assumed</source>
        <translation>, angenommen</translation>
    </message>
    <message>
        <source>GPU hours between failures / GPUs</source>
        <translation>GPU-Stunden zwischen Ausfällen / GPUs</translation>
    </message>
    <message>
        <source>GPU hours between failures</source>
        <translation>GPU-Stunden zwischen Ausfällen</translation>
    </message>
    <message>
        <source>, as set below</source>
        <translation>, wie unten gesetzt</translation>
    </message>
    <message>
        <source>, as published for 16 384 GPUs (Llama 3)</source>
        <translation>, wie für 16 384 GPUs veröffentlicht (Llama 3)</translation>
    </message>
    <message>
        <source>GPUs that its jobs held, according to the scheduler or, if more, their ranks</source>
        <translation>GPUs, die seine Jobs belegten, laut Scheduler oder, wenn mehr, nach Rängen</translation>
    </message>
    <message>
        <source>%1 of all its jobs / reserved</source>
        <translation>%1 aller seiner Jobs / reserviert</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>reserved − productive − unknown</source>
        <translation>reserviert − produktiv − unbekannt</translation>
    </message>
    <message>
        <source>Causes of losses</source>
        <translation>Ursachen der Verluste</translation>
    </message>
    <message>
        <source>of its jobs: GPUs that waited for it × time, above the baseline before its onset</source>
        <translation>bei seinen Jobs: GPUs, die darauf warteten × Zeit, über dem Basiswert vor dem Beginn</translation>
    </message>
    <message>
        <source>not measured: no wait data</source>
        <translation>nicht gemessen: keine Wartedaten</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>none with an alert</source>
        <translation>keine mit einem Alarm</translation>
    </message>
    <message>
        <source>Its jobs</source>
        <translation>Seine Jobs</translation>
    </message>
    <message>
        <source>%1 productive</source>
        <translation>%1 produktiv</translation>
    </message>
    <message>
        <source>maximum of scheduler and ranks</source>
        <translation>Maximum aus Scheduler und Rängen</translation>
    </message>
    <message>
        <source>according to the scheduler</source>
        <translation>laut Scheduler</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>nicht gemeldet</translation>
    </message>
    <message>
        <source>Shares links with other tenants</source>
        <translation>Teilt Links mit anderen Mandanten</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 Links</translation>
    </message>
    <message>
        <source>, the busiest at %1</source>
        <translation>, der meistbelastete bei %1</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>no reporting jobs</source>
        <translation>keine meldenden Jobs</translation>
    </message>
    <message>
        <source>unknown tenant</source>
        <translation>unbekannter Mandant</translation>
    </message>
    <message>
        <source>The job reported too few steps to compare its step time.</source>
        <translation>Der Job meldete zu wenige Schritte, um seine Schrittzeit zu vergleichen.</translation>
    </message>
    <message>
        <source>Steps take %1, as at the beginning of this period.</source>
        <translation>Schritte dauern %1, wie zu Beginn dieses Zeitraums.</translation>
    </message>
    <message>
        <source>Steps take %1, %2 %3 than at the beginning of this period (%4).</source>
        <translation>Schritte dauern %1, %2 %3 als zu Beginn dieses Zeitraums (%4).</translation>
    </message>
    <message>
        <source>The program, or a part that is not measured: no infrastructure cause was found.</source>
        <translation>Das Programm oder ein Teil, der nicht gemessen wird: keine Ursache in der Infrastruktur gefunden.</translation>
    </message>
    <message>
        <source>Not explained: steps are slower and no cause is known. Compare data loading, sequence lengths and evaluation with earlier.</source>
        <translation>Ungeklärt: Schritte sind langsamer, und keine Ursache ist bekannt. Vergleichen Sie Datenladen, Sequenzlängen und Evaluation mit früher.</translation>
    </message>
    <message>
        <source>Recoverable</source>
        <translation>Behebbar</translation>
    </message>
    <message>
        <source>Time to return</source>
        <translation>Zeit bis zur Rückkehr</translation>
    </message>
    <message>
        <source>usually %1</source>
        <translation>üblich %1</translation>
    </message>
    <message>
        <source>typical duration of such a restart or change; assumed</source>
        <translation>typische Dauer eines solchen Neustarts oder Wechsels; angenommen</translation>
    </message>
    <message>
        <source>median of 348 days of repairs of 400 servers (InfiniteHBD)</source>
        <translation>Median aus 348 Tagen Reparaturen von 400 Servern (InfiniteHBD)</translation>
    </message>
    <message>
        <source>Spares</source>
        <translation>Reserven</translation>
    </message>
    <message>
        <source>healthy idle nodes of the same model that no job uses</source>
        <translation>unauffällige freie Knoten desselben Modells, die kein Job nutzt</translation>
    </message>
    <message>
        <source>idle nodes of all models</source>
        <translation>freie Knoten aller Modelle</translation>
    </message>
    <message>
        <source>Jobs on it</source>
        <translation>Jobs darauf</translation>
    </message>
    <message>
        <source>none: draining costs nothing</source>
        <translation>keine: Drainen kostet nichts</translation>
    </message>
    <message>
        <source>unknown: the node does not report</source>
        <translation>unbekannt: der Knoten meldet nicht</translation>
    </message>
    <message>
        <source>GPUs of the job</source>
        <translation>GPUs des Jobs</translation>
    </message>
    <message>
        <source>Loss now</source>
        <translation>Verlust jetzt</translation>
    </message>
    <message>
        <source>the time of %1 GPUs</source>
        <translation>die Zeit von %1 GPUs</translation>
    </message>
    <message>
        <source>GPUs that waited for it in the last minute − those before the onset</source>
        <translation>GPUs, die in der letzten Minute darauf warteten − die vor dem Beginn</translation>
    </message>
    <message>
        <source>Draining does not help</source>
        <translation>Drainen hilft nicht</translation>
    </message>
    <message>
        <source>Drain: no job runs there</source>
        <translation>Drainen: dort läuft kein Job</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Faulty component</source>
        <translation>Fehlerhafte Komponente</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>Drain</translation>
    </message>
    <message>
        <source>does not help: not a fault of a node, or can be repaired online</source>
        <translation>hilft nicht: kein Fehler eines Knotens, oder im Betrieb behebbar</translation>
    </message>
    <message>
        <source>does not help: no node named, or too many</source>
        <translation>hilft nicht: kein Knoten genannt, oder zu viele</translation>
    </message>
    <message>
        <source>unreported jobs</source>
        <translation>nicht gemeldete Jobs</translation>
    </message>
    <message>
        <source>none of %1</source>
        <translation>keine von %1</translation>
    </message>
    <message>
        <source>Better placement</source>
        <translation>Bessere Platzierung</translation>
    </message>
    <message>
        <source>none: no ring crosses more often than necessary</source>
        <translation>keine: kein Ring kreuzt öfter als nötig</translation>
    </message>
    <message>
        <source>%1 fewer hops over the spine</source>
        <translation>%1 Hops weniger über den Spine</translation>
    </message>
    <message>
        <source>crossing hops − minimum of any placement: a ring over n leaves crosses n times, n = nodes of the group / nodes per leaf, rounded up; 0 for one leaf</source>
        <translation>kreuzende Hops − Minimum jeder Platzierung: ein Ring über n Leafs kreuzt n-mal, n = Knoten der Gruppe / Knoten je Leaf, aufgerundet; 0 bei einem Leaf</translation>
    </message>
    <message>
        <source>crossing hops</source>
        <translation>kreuzende Hops</translation>
    </message>
    <message>
        <source>, saves %1</source>
        <translation>, spart %1</translation>
    </message>
    <message>
        <source>crosses now</source>
        <translation>kreuzt jetzt</translation>
    </message>
    <message>
        <source>traffic per hop</source>
        <translation>Verkehr je Hop</translation>
    </message>
    <message>
        <source>traffic of each member, over 30 s</source>
        <translation>Verkehr jedes Mitglieds, über 30 s</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Platzierung</translation>
    </message>
    <message>
        <source>Unused GPUs of its nodes</source>
        <translation>Ungenutzte GPUs seiner Knoten</translation>
    </message>
    <message>
        <source>GPUs of its nodes − its own − those of other reporting jobs</source>
        <translation>GPUs seiner Knoten − eigene − die anderer meldender Jobs</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>of others</source>
        <translation>anderer</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>no data: its ranks report no collectives</source>
        <translation>keine Daten: die Ränge melden keine Collectives</translation>
    </message>
    <message>
        <source>Groups with an unsuitable size</source>
        <translation>Gruppen ungünstiger Größe</translation>
    </message>
    <message>
        <source>size is neither a divisor nor a multiple of the GPUs per node</source>
        <translation>Größe ist weder Teiler noch Vielfaches der GPUs je Knoten</translation>
    </message>
    <message>
        <source>Split groups that would fit into a node</source>
        <translation>Geteilte Gruppen, die in einen Knoten passen würden</translation>
    </message>
    <message>
        <source>at most as many members as a node has GPUs, on more than one node</source>
        <translation>höchstens so viele Mitglieder, wie ein Knoten GPUs hat, auf mehr als einem Knoten</translation>
    </message>
    <message>
        <source>Groups across leaves</source>
        <translation>Gruppen über Leafs</translation>
    </message>
    <message>
        <source>none: no group spans several nodes, or the cabling is unknown</source>
        <translation>keine: keine Gruppe umfasst mehrere Knoten, oder die Verkabelung ist unbekannt</translation>
    </message>
    <message>
        <source>Groups across rails</source>
        <translation>Gruppen über Rails</translation>
    </message>
    <message>
        <source>ring neighbours whose NICs share no rail</source>
        <translation>Ring-Nachbarn, deren NICs keine gemeinsame Rail haben</translation>
    </message>
    <message>
        <source>ring neighbours on different nodes whose NICs share no leaf</source>
        <translation>Ring-Nachbarn auf verschiedenen Knoten, deren NICs kein gemeinsames Leaf haben</translation>
    </message>
    <message>
        <source>hops between nodes</source>
        <translation>Hops zwischen Knoten</translation>
    </message>
    <message>
        <source>of which over the spine</source>
        <translation>davon über den Spine</translation>
    </message>
    <message>
        <source>Shares switches with</source>
        <translation>Teilt Switches mit</translation>
    </message>
    <message>
        <source>no reporting job</source>
        <translation>kein meldender Job</translation>
    </message>
    <message>
        <source>jobs whose traffic crosses a common leaf or spine</source>
        <translation>Jobs, deren Verkehr ein gemeinsames Leaf oder einen gemeinsamen Spine benutzt</translation>
    </message>
    <message>
        <source>Competes for links with</source>
        <translation>Konkurriert auf Links mit</translation>
    </message>
    <message>
        <source>links between nodes, leaves and spines that carry traffic of both, from placement and cabling</source>
        <translation>Links zwischen Knoten, Leafs und Spines, die beider Verkehr tragen, nach Platzierung und Verkabelung</translation>
    </message>
    <message>
        <source>nothing to do</source>
        <translation>nichts zu tun</translation>
    </message>
    <message>
        <source>restart the job</source>
        <translation>Job neu starten</translation>
    </message>
    <message>
        <source>reset the GPU</source>
        <translation>GPU zurücksetzen</translation>
    </message>
    <message>
        <source>restart the node</source>
        <translation>Knoten neu starten</translation>
    </message>
    <message>
        <source>repair its software</source>
        <translation>Software reparieren</translation>
    </message>
    <message>
        <source>reseat or replace the cable</source>
        <translation>Kabel neu stecken oder ersetzen</translation>
    </message>
    <message>
        <source>ask the vendor</source>
        <translation>Hersteller fragen</translation>
    </message>
    <message>
        <source>%1 (not known)</source>
        <translation>%1 (unbekannt)</translation>
    </message>
    <message>
        <source>Direct compute</source>
        <translation>Direkte Rechenkosten</translation>
    </message>
    <message>
        <source>GPU time that the job held without making progress. Work that was computed and then rolled back is a separate line.</source>
        <translation>GPU-Zeit, die der Job ohne Fortschritt belegte. Berechnete und dann zurückgerollte Arbeit ist eine eigene Zeile.</translation>
    </message>
    <message>
        <source>GPU time lost</source>
        <translation>Verlorene GPU-Zeit</translation>
    </message>
    <message>
        <source>compute rate</source>
        <translation>Rechensatz</translation>
    </message>
    <message>
        <source>Reserved capacity</source>
        <translation>Reservierte Kapazität</translation>
    </message>
    <message>
        <source>GPUs that were reserved but out of service, at their reserved rate.</source>
        <translation>Reservierte GPUs außer Betrieb, zum Reservierungssatz.</translation>
    </message>
    <message>
        <source>GPU time out of service</source>
        <translation>GPU-Zeit außer Betrieb</translation>
    </message>
    <message>
        <source>reserved rate</source>
        <translation>Reservierungssatz</translation>
    </message>
    <message>
        <source>Rollback</source>
        <translation>Rollback</translation>
    </message>
    <message>
        <source>Work since the last checkpoint that must be repeated.</source>
        <translation>Arbeit seit dem letzten Checkpoint, die wiederholt werden muss.</translation>
    </message>
    <message>
        <source>GPU time rolled back</source>
        <translation>Zurückgerollte GPU-Zeit</translation>
    </message>
    <message>
        <source>Labour</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Time of the people who diagnosed, repaired and documented it.</source>
        <translation>Zeit der Personen, die diagnostiziert, repariert und dokumentiert haben.</translation>
    </message>
    <message>
        <source>hours of work</source>
        <translation>Arbeitsstunden</translation>
    </message>
    <message>
        <source>labour rate</source>
        <translation>Arbeitssatz</translation>
    </message>
    <message>
        <source>Schedule slip</source>
        <translation>Terminverzug</translation>
    </message>
    <message>
        <source>Days by which dependent work is delayed.</source>
        <translation>Tage, um die sich abhängige Arbeit verzögert.</translation>
    </message>
    <message>
        <source>cost of delay</source>
        <translation>Verzugskosten</translation>
    </message>
    <message>
        <source>without progress</source>
        <translation>ohne Fortschritt</translation>
    </message>
    <message>
        <source>rolled back</source>
        <translation>zurückgerollt</translation>
    </message>
    <message>
        <source>out of service</source>
        <translation>außer Betrieb</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Betrifft</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Zuständig</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Maßnahmen</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>GPU time lost, from</source>
        <translation>Verlorene GPU-Zeit, aus</translation>
    </message>
    <message>
        <source>GPU time out of service, from</source>
        <translation>GPU-Zeit außer Betrieb, aus</translation>
    </message>
    <message>
        <source>GPU time rolled back, from</source>
        <translation>Zurückgerollte GPU-Zeit, aus</translation>
    </message>
    <message>
        <source>Steps lost</source>
        <translation>Verlorene Schritte</translation>
    </message>
    <message>
        <source>Steps lost, from</source>
        <translation>Verlorene Schritte, aus</translation>
    </message>
    <message>
        <source>Tokens lost</source>
        <translation>Verlorene Tokens</translation>
    </message>
    <message>
        <source>Tokens lost, from</source>
        <translation>Verlorene Tokens, aus</translation>
    </message>
    <message>
        <source>Hours of work</source>
        <translation>Arbeitsstunden</translation>
    </message>
    <message>
        <source>Days of delay</source>
        <translation>Tage Verzug</translation>
    </message>
    <message>
        <source>Days of delay, from</source>
        <translation>Tage Verzug, aus</translation>
    </message>
    <message>
        <source>Compute rate per GPU h</source>
        <translation>Rechensatz je GPU h</translation>
    </message>
    <message>
        <source>Reserved rate per GPU h</source>
        <translation>Reservierungssatz je GPU h</translation>
    </message>
    <message>
        <source>Labour rate per h</source>
        <translation>Arbeitssatz je h</translation>
    </message>
    <message>
        <source>Cost of delay per day</source>
        <translation>Verzugskosten je Tag</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Note about the metric</source>
        <translation>Notiz zur Metrik</translation>
    </message>
    <message>
        <source>Note about the lane</source>
        <translation>Notiz zur Spur</translation>
    </message>
    <message>
        <source>Note about the operation</source>
        <translation>Notiz zur Operation</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Time of the note</source>
        <translation>Zeit der Notiz</translation>
    </message>
    <message>
        <source>Note about</source>
        <translation>Notiz zu</translation>
    </message>
    <message>
        <source>%1 (claimed by %2)</source>
        <translation>%1 (laut %2)</translation>
    </message>
    <message>
        <source>%1, widened (all values equal)</source>
        <translation>%1, aufgeweitet (alle Werte gleich)</translation>
    </message>
    <message>
        <source>by severity: harmless, thermal, hardware</source>
        <translation>nach Schwere: harmlos, thermisch, Hardware</translation>
    </message>
    <message>
        <source>p1 to p99 of the visible data, centred on zero</source>
        <translation>p1 bis p99 der sichtbaren Daten, um null zentriert</translation>
    </message>
    <message>
        <source>fixed range, centred on zero</source>
        <translation>fester Bereich, um null zentriert</translation>
    </message>
    <message>
        <source>fixed range</source>
        <translation>fester Bereich</translation>
    </message>
    <message>
        <source>0 to p99 of the visible data</source>
        <translation>0 bis p99 der sichtbaren Daten</translation>
    </message>
    <message>
        <source>up to the limit</source>
        <translation>bis zur Grenze</translation>
    </message>
    <message>
        <source>limit to p99 of the visible data</source>
        <translation>Grenze bis p99 der sichtbaren Daten</translation>
    </message>
    <message>
        <source>p1 to p99 of the visible data</source>
        <translation>p1 bis p99 der sichtbaren Daten</translation>
    </message>
    <message>
        <source>%1, change from %2</source>
        <translation>%1, Änderung gegenüber %2</translation>
    </message>
    <message>
        <source>%1, difference to %2</source>
        <translation>%1, Differenz zu %2</translation>
    </message>
    <message>
        <source>limit in 30 min to limit now</source>
        <translation>Grenze in 30 min bis Grenze jetzt</translation>
    </message>
    <message>
        <source>centred on the peers</source>
        <translation>um die Vergleichsgruppe zentriert</translation>
    </message>
    <message>
        <source>0 to p99.8</source>
        <translation>0 bis p99,8</translation>
    </message>
    <message>
        <source>Slowdown by worker: pipeline stages × data-parallel ranks</source>
        <translation>Verlangsamung je Worker: Pipeline-Stufen × datenparallele Ränge</translation>
    </message>
    <message>
        <source>from no loss to the slowest worker</source>
        <translation>von keinem Verlust bis zum langsamsten Worker</translation>
    </message>
    <message>
        <source>from no loss; all losses are small</source>
        <translation>ab keinem Verlust; alle Verluste sind klein</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>hardware thermal slowdown</source>
        <translation>thermische Hardware-Drosselung</translation>
    </message>
    <message>
        <source>power brake</source>
        <translation>Power-Brake</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>Hardware-Drosselung</translation>
    </message>
    <message>
        <source>thermal slowdown</source>
        <translation>thermische Drosselung</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>Leistungsbegrenzung</translation>
    </message>
    <message>
        <source>sync boost</source>
        <translation>Sync-Boost</translation>
    </message>
    <message>
        <source>application clocks</source>
        <translation>Anwendungstakt</translation>
    </message>
    <message>
        <source>display clocks</source>
        <translation>Anzeigetakt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>wird verbunden</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>retrying</source>
        <translation>neuer Versuch</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>GPU thermal resistance to coolant</source>
        <translation>GPU-Wärmewiderstand zum Kühlmittel</translation>
    </message>
    <message>
        <source>GPU temperature and power, and the coolant or inlet temperature of its node, over the last minute</source>
        <translation>GPU-Temperatur und -Leistung und die Kühlmittel- oder Zulufttemperatur des Knotens, über die letzte Minute</translation>
    </message>
    <message>
        <source>GPU thermal resistance, standard error</source>
        <translation>GPU-Wärmewiderstand, Standardfehler</translation>
    </message>
    <message>
        <source>GPU thermal resistance relative to peers</source>
        <translation>GPU-Wärmewiderstand gegenüber der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>GPU heat capacity</source>
        <translation>GPU-Wärmekapazität</translation>
    </message>
    <message>
        <source>GPU temperature, predicted steady</source>
        <translation>GPU-Temperatur, vorhergesagt im Gleichgewicht</translation>
    </message>
    <message>
        <source>Time to the GPU&apos;s slowdown limit</source>
        <translation>Zeit bis zur Drosselgrenze der GPU</translation>
    </message>
    <message>
        <source>GPU temperature relative to peers</source>
        <translation>GPU-Temperatur gegenüber der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>GPU temperature, change per minute</source>
        <translation>GPU-Temperatur, Änderung je Minute</translation>
    </message>
    <message>
        <source>Exhaust in the inlet air</source>
        <translation>Abluft in der Zuluft</translation>
    </message>
    <message>
        <source>Heat removed, share of power</source>
        <translation>Abgeführte Wärme, Anteil der Leistung</translation>
    </message>
    <message>
        <source>Flow relative to demand</source>
        <translation>Durchfluss gegenüber Bedarf</translation>
    </message>
    <message>
        <source>Time to return limit</source>
        <translation>Zeit bis zur Rücklaufgrenze</translation>
    </message>
    <message>
        <source>Link fault score</source>
        <translation>Störungswert des Links</translation>
    </message>
    <message>
        <source>Uplink traffic relative to the switch&apos;s mean</source>
        <translation>Uplink-Verkehr gegenüber dem Mittel des Switches</translation>
    </message>
    <message>
        <source>Link-down count, recent minutes</source>
        <translation>Linkausfälle, letzte Minuten</translation>
    </message>
    <message>
        <source>Ports blocked by congestion here</source>
        <translation>Durch Stau hier blockierte Ports</translation>
    </message>
    <message>
        <source>Ports blocked by this switch</source>
        <translation>Durch diesen Switch blockierte Ports</translation>
    </message>
    <message>
        <source>Busiest uplink, above the mean</source>
        <translation>Meistbelasteter Uplink, über dem Mittel</translation>
    </message>
    <message>
        <source>Unused share of equal-cost uplinks</source>
        <translation>Ungenutzter Anteil gleichwertiger Uplinks</translation>
    </message>
    <message>
        <source>Bus bandwidth between nodes</source>
        <translation>Busbandbreite zwischen Knoten</translation>
    </message>
    <message>
        <source>Bus bandwidth relative to path capacity</source>
        <translation>Busbandbreite gegenüber der Pfadkapazität</translation>
    </message>
    <message>
        <source>Bus bandwidth shortfall</source>
        <translation>Fehlende Busbandbreite</translation>
    </message>
    <message>
        <source>Bus bandwidth of the slowest common group</source>
        <translation>Busbandbreite der langsamsten gemeinsamen Gruppe</translation>
    </message>
    <message>
        <source>Traffic between two ranks</source>
        <translation>Verkehr zwischen zwei Rängen</translation>
    </message>
    <message>
        <source>GPUs waiting because of it</source>
        <translation>Darauf wartende GPUs</translation>
    </message>
    <message>
        <source>Share of time spent waiting</source>
        <translation>Anteil der Zeit im Warten</translation>
    </message>
    <message>
        <source>Compute time relative to its peers</source>
        <translation>Rechenzeit gegenüber der Vergleichsgruppe</translation>
    </message>
    <message>
        <source>Share of its ranks&apos; time spent waiting</source>
        <translation>Anteil der Zeit seiner Ränge im Warten</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>Share of its GPU time spent waiting</source>
        <translation>Anteil der GPU-Zeit im Warten</translation>
    </message>
    <message>
        <source>Share of its GPU time in checkpoints</source>
        <translation>Anteil der GPU-Zeit in Checkpoints</translation>
    </message>
    <message>
        <source>Share of its GPU time in restarts</source>
        <translation>Anteil der GPU-Zeit in Neustarts</translation>
    </message>
    <message>
        <source>Share of its GPU time idle</source>
        <translation>Anteil der GPU-Zeit untätig</translation>
    </message>
    <message>
        <source>Unknown share of its GPU time</source>
        <translation>Unbekannter Anteil der GPU-Zeit</translation>
    </message>
    <message>
        <source>GPUs reserved</source>
        <translation>Reservierte GPUs</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>Checkpoint, time to write</source>
        <translation>Checkpoint, Schreibdauer</translation>
    </message>
    <message>
        <source>Checkpoint, interval</source>
        <translation>Checkpoint, Intervall</translation>
    </message>
    <message>
        <source>Goodput of the cluster</source>
        <translation>Goodput des Clusters</translation>
    </message>
    <message>
        <source>GPUs held by training jobs</source>
        <translation>Von Trainingsjobs belegte GPUs</translation>
    </message>
    <message>
        <source>Effective GPUs</source>
        <translation>Effektive GPUs</translation>
    </message>
    <message>
        <source>Wait loss of the cluster</source>
        <translation>Warteverlust des Clusters</translation>
    </message>
    <message>
        <source>GPU utilisation of the cluster</source>
        <translation>GPU-Auslastung des Clusters</translation>
    </message>
    <message>
        <source>Bus bandwidth of the cluster, share of line rate</source>
        <translation>Busbandbreite des Clusters, Anteil der Leitungsrate</translation>
    </message>
    <message>
        <source>Power of the cluster</source>
        <translation>Leistung des Clusters</translation>
    </message>
    <message>
        <source>Energy of the cluster in the last hour</source>
        <translation>Energie des Clusters in der letzten Stunde</translation>
    </message>
    <message>
        <source>%1, lifetime</source>
        <translation>%1, Lebensdauer</translation>
    </message>
    <message>
        <source>Reported</source>
        <translation>Gemeldet</translation>
    </message>
    <message>
        <source>CPU utilisation</source>
        <translation>CPU-Auslastung</translation>
    </message>
    <message>
        <source>CPU time in the kernel</source>
        <translation>CPU-Zeit im Kernel</translation>
    </message>
    <message>
        <source>CPU waiting for I/O</source>
        <translation>CPU wartet auf I/O</translation>
    </message>
    <message>
        <source>CPU taken by the hypervisor</source>
        <translation>CPU vom Hypervisor entzogen</translation>
    </message>
    <message>
        <source>Core utilisation</source>
        <translation>Kernauslastung</translation>
    </message>
    <message>
        <source>Core frequency</source>
        <translation>Kerntakt</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>Speicher belegt</translation>
    </message>
    <message>
        <source>Memory utilisation</source>
        <translation>Speicherauslastung</translation>
    </message>
    <message>
        <source>Memory cached</source>
        <translation>Speicher im Cache</translation>
    </message>
    <message>
        <source>Memory not yet written to disk</source>
        <translation>Speicher, noch nicht auf Platte geschrieben</translation>
    </message>
    <message>
        <source>Swap used</source>
        <translation>Swap belegt</translation>
    </message>
    <message>
        <source>CPU pressure, some stalled</source>
        <translation>CPU-Druck, einige blockiert</translation>
    </message>
    <message>
        <source>Memory pressure, some stalled</source>
        <translation>Speicherdruck, einige blockiert</translation>
    </message>
    <message>
        <source>Memory pressure, all stalled</source>
        <translation>Speicherdruck, alle blockiert</translation>
    </message>
    <message>
        <source>I/O pressure, some stalled</source>
        <translation>I/O-Druck, einige blockiert</translation>
    </message>
    <message>
        <source>I/O pressure, all stalled</source>
        <translation>I/O-Druck, alle blockiert</translation>
    </message>
    <message>
        <source>Jobs with a control group</source>
        <translation>Jobs mit Control Group</translation>
    </message>
    <message>
        <source>Job processes killed by the OOM killer in the tick</source>
        <translation>Vom OOM-Killer beendete Jobprozesse im Tick</translation>
    </message>
    <message>
        <source>CPU throttling of the most throttled job</source>
        <translation>CPU-Drosselung des am stärksten gedrosselten Jobs</translation>
    </message>
    <message>
        <source>CPU pressure of the job with the highest value</source>
        <translation>CPU-Druck des Jobs mit dem höchsten Wert</translation>
    </message>
    <message>
        <source>Memory pressure of the job with the highest value</source>
        <translation>Speicherdruck des Jobs mit dem höchsten Wert</translation>
    </message>
    <message>
        <source>I/O pressure of the job with the highest value</source>
        <translation>I/O-Druck des Jobs mit dem höchsten Wert</translation>
    </message>
    <message>
        <source>Load average, 1 min</source>
        <translation>Load Average, 1 min</translation>
    </message>
    <message>
        <source>Runnable processes</source>
        <translation>Lauffähige Prozesse</translation>
    </message>
    <message>
        <source>Processes blocked on I/O</source>
        <translation>Auf I/O blockierte Prozesse</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Context switches</source>
        <translation>Kontextwechsel</translation>
    </message>
    <message>
        <source>Node power</source>
        <translation>Knotenleistung</translation>
    </message>
    <message>
        <source>TCP retransmits</source>
        <translation>TCP-Retransmits</translation>
    </message>
    <message>
        <source>Packets processed by the kernel</source>
        <translation>Vom Kernel verarbeitete Pakete</translation>
    </message>
    <message>
        <source>Packets dropped, backlog of a CPU full</source>
        <translation>Verworfene Pakete, CPU-Backlog voll</translation>
    </message>
    <message>
        <source>Packet processing stopped for lack of CPU time</source>
        <translation>Paketverarbeitung wegen CPU-Mangel unterbrochen</translation>
    </message>
    <message>
        <source>NCCL communicators, by RAS</source>
        <translation>NCCL-Kommunikatoren, laut RAS</translation>
    </message>
    <message>
        <source>NCCL ranks that do not answer, by RAS</source>
        <translation>NCCL-Ränge ohne Antwort, laut RAS</translation>
    </message>
    <message>
        <source>NCCL ranks behind the others, by RAS</source>
        <translation>NCCL-Ränge im Rückstand, laut RAS</translation>
    </message>
    <message>
        <source>NCCL transfers waiting for the local GPU</source>
        <translation>NCCL-Transfers, die auf die lokale GPU warten</translation>
    </message>
    <message>
        <source>NCCL transfers waiting for the peer</source>
        <translation>NCCL-Transfers, die auf die Gegenstelle warten</translation>
    </message>
    <message>
        <source>NCCL transfers waiting for the network</source>
        <translation>NCCL-Transfers, die auf das Netzwerk warten</translation>
    </message>
    <message>
        <source>Disk read</source>
        <translation>Laufwerk lesen</translation>
    </message>
    <message>
        <source>Disk write</source>
        <translation>Laufwerk schreiben</translation>
    </message>
    <message>
        <source>Disk reads</source>
        <translation>Lesezugriffe</translation>
    </message>
    <message>
        <source>Disk writes</source>
        <translation>Schreibzugriffe</translation>
    </message>
    <message>
        <source>Disk busy time</source>
        <translation>Laufwerk beschäftigt</translation>
    </message>
    <message>
        <source>Disk latency per I/O</source>
        <translation>Laufwerk-Latenz je I/O</translation>
    </message>
    <message>
        <source>Port transmit</source>
        <translation>Port senden</translation>
    </message>
    <message>
        <source>Port receive</source>
        <translation>Port empfangen</translation>
    </message>
    <message>
        <source>Port utilisation, busier direction</source>
        <translation>Portauslastung, stärkere Richtung</translation>
    </message>
    <message>
        <source>Packets sent</source>
        <translation>Gesendete Pakete</translation>
    </message>
    <message>
        <source>Packets received</source>
        <translation>Empfangene Pakete</translation>
    </message>
    <message>
        <source>Port signalling rate</source>
        <translation>Port-Signalrate</translation>
    </message>
    <message>
        <source>Port up</source>
        <translation>Port aktiv</translation>
    </message>
    <message>
        <source>Waiting for credit, share of time</source>
        <translation>Warten auf Credit, Zeitanteil</translation>
    </message>
    <message>
        <source>Transmit errors</source>
        <translation>Sendefehler</translation>
    </message>
    <message>
        <source>Receive errors</source>
        <translation>Empfangsfehler</translation>
    </message>
    <message>
        <source>Transmit drops</source>
        <translation>Verworfen beim Senden</translation>
    </message>
    <message>
        <source>Receive drops</source>
        <translation>Verworfen beim Empfang</translation>
    </message>
    <message>
        <source>Symbol errors</source>
        <translation>Symbolfehler</translation>
    </message>
    <message>
        <source>Link error recoveries</source>
        <translation>Link-Wiederherstellungen</translation>
    </message>
    <message>
        <source>Link downs</source>
        <translation>Linkausfälle</translation>
    </message>
    <message>
        <source>Link-level replays</source>
        <translation>Replays auf Linkebene</translation>
    </message>
    <message>
        <source>Link ECC errors</source>
        <translation>Link-ECC-Fehler</translation>
    </message>
    <message>
        <source>Symbol errors, of all symbols</source>
        <translation>Symbolfehler, von allen Symbolen</translation>
    </message>
    <message>
        <source>Transport retransmits</source>
        <translation>Transport-Retransmits</translation>
    </message>
    <message>
        <source>Congestion notifications</source>
        <translation>Congestion Notifications</translation>
    </message>
    <message>
        <source>Pause frames</source>
        <translation>Pause-Frames</translation>
    </message>
    <message>
        <source>Unicast packets sent</source>
        <translation>Gesendete Unicast-Pakete</translation>
    </message>
    <message>
        <source>Unicast packets received</source>
        <translation>Empfangene Unicast-Pakete</translation>
    </message>
    <message>
        <source>Multicast packets sent</source>
        <translation>Gesendete Multicast-Pakete</translation>
    </message>
    <message>
        <source>Multicast packets received</source>
        <translation>Empfangene Multicast-Pakete</translation>
    </message>
    <message>
        <source>Waiting for credit, link ticks</source>
        <translation>Warten auf Credit, Link-Ticks</translation>
    </message>
    <message>
        <source>Physical errors at the far end</source>
        <translation>Physische Fehler der Gegenseite</translation>
    </message>
    <message>
        <source>Packets a switch could not relay</source>
        <translation>Pakete, die ein Switch nicht weiterleiten konnte</translation>
    </message>
    <message>
        <source>Transmit constraint errors</source>
        <translation>Constraint-Fehler beim Senden</translation>
    </message>
    <message>
        <source>Receive constraint errors</source>
        <translation>Constraint-Fehler beim Empfang</translation>
    </message>
    <message>
        <source>Local link integrity errors</source>
        <translation>Lokale Link-Integritätsfehler</translation>
    </message>
    <message>
        <source>Buffer overruns</source>
        <translation>Pufferüberläufe</translation>
    </message>
    <message>
        <source>Management packets dropped</source>
        <translation>Verworfene Management-Pakete</translation>
    </message>
    <message>
        <source>Drops, no receive buffer</source>
        <translation>Verworfen, kein Empfangspuffer</translation>
    </message>
    <message>
        <source>Packets out of sequence</source>
        <translation>Pakete in falscher Reihenfolge</translation>
    </message>
    <message>
        <source>Sequence error NAKs</source>
        <translation>Sequenzfehler-NAKs</translation>
    </message>
    <message>
        <source>Acknowledgement timeouts</source>
        <translation>Acknowledgement-Timeouts</translation>
    </message>
    <message>
        <source>Receiver-not-ready retries</source>
        <translation>Receiver-not-ready-Wiederholungen</translation>
    </message>
    <message>
        <source>Implied NAKs</source>
        <translation>Implizite NAKs</translation>
    </message>
    <message>
        <source>Duplicate requests</source>
        <translation>Doppelte Anfragen</translation>
    </message>
    <message>
        <source>RoCE packets with a bad ICRC</source>
        <translation>RoCE-Pakete mit falscher ICRC</translation>
    </message>
    <message>
        <source>Adaptive retransmissions</source>
        <translation>Adaptive Retransmissions</translation>
    </message>
    <message>
        <source>Adaptive retransmission timeouts</source>
        <translation>Adaptive Retransmission-Timeouts</translation>
    </message>
    <message>
        <source>RoCE slow restarts</source>
        <translation>RoCE-Slow-Restarts</translation>
    </message>
    <message>
        <source>Notifications from slow restarts</source>
        <translation>Notifications aus Slow-Restarts</translation>
    </message>
    <message>
        <source>Transitions to slow restart</source>
        <translation>Übergänge zum Slow-Restart</translation>
    </message>
    <message>
        <source>Requester completion errors</source>
        <translation>Requester: Completion-Fehler</translation>
    </message>
    <message>
        <source>Requester flush errors</source>
        <translation>Requester: Flush-Fehler</translation>
    </message>
    <message>
        <source>Requester remote access errors</source>
        <translation>Requester: Remote-Access-Fehler</translation>
    </message>
    <message>
        <source>Requester invalid requests</source>
        <translation>Requester: ungültige Anfragen</translation>
    </message>
    <message>
        <source>Responder completion errors</source>
        <translation>Responder: Completion-Fehler</translation>
    </message>
    <message>
        <source>Responder flush errors</source>
        <translation>Responder: Flush-Fehler</translation>
    </message>
    <message>
        <source>Responder length errors</source>
        <translation>Responder: Längenfehler</translation>
    </message>
    <message>
        <source>Responder remote access errors</source>
        <translation>Responder: Remote-Access-Fehler</translation>
    </message>
    <message>
        <source>Congestion notifications sent</source>
        <translation>Gesendete Congestion Notifications</translation>
    </message>
    <message>
        <source>Congestion notifications obeyed</source>
        <translation>Befolgte Congestion Notifications</translation>
    </message>
    <message>
        <source>Congestion notifications ignored</source>
        <translation>Ignorierte Congestion Notifications</translation>
    </message>
    <message>
        <source>Packets dropped in a switch&apos;s queues</source>
        <translation>In Switch-Warteschlangen verworfene Pakete</translation>
    </message>
    <message>
        <source>Transceiver temperature</source>
        <translation>Transceiver-Temperatur</translation>
    </message>
    <message>
        <source>Optical transmit power, weakest lane</source>
        <translation>Optische Sendeleistung, schwächste Lane</translation>
    </message>
    <message>
        <source>Optical receive power, weakest lane</source>
        <translation>Optische Empfangsleistung, schwächste Lane</translation>
    </message>
    <message>
        <source>Laser bias, strongest lane</source>
        <translation>Laserstrom, stärkste Lane</translation>
    </message>
    <message>
        <source>Sensor temperature</source>
        <translation>Sensortemperatur</translation>
    </message>
    <message>
        <source>Margin to the sensor&apos;s own limit</source>
        <translation>Abstand zur eigenen Grenze des Sensors</translation>
    </message>
    <message>
        <source>Sensor&apos;s own warning limit</source>
        <translation>Eigene Warngrenze des Sensors</translation>
    </message>
    <message>
        <source>Sensor&apos;s own critical limit</source>
        <translation>Eigene kritische Grenze des Sensors</translation>
    </message>
    <message>
        <source>Fan speed</source>
        <translation>Lüfterdrehzahl</translation>
    </message>
    <message>
        <source>Fan&apos;s own lower limit</source>
        <translation>Eigene Untergrenze des Lüfters</translation>
    </message>
    <message>
        <source>Sensor power</source>
        <translation>Sensorleistung</translation>
    </message>
    <message>
        <source>Sensor&apos;s own power cap</source>
        <translation>Eigene Leistungsgrenze des Sensors</translation>
    </message>
    <message>
        <source>Sensor voltage</source>
        <translation>Sensorspannung</translation>
    </message>
    <message>
        <source>Sensor&apos;s own lower voltage limit</source>
        <translation>Eigene untere Spannungsgrenze des Sensors</translation>
    </message>
    <message>
        <source>Sensor&apos;s own upper voltage limit</source>
        <translation>Eigene obere Spannungsgrenze des Sensors</translation>
    </message>
    <message>
        <source>Sensor current</source>
        <translation>Sensorstrom</translation>
    </message>
    <message>
        <source>Sensor&apos;s own current limit</source>
        <translation>Eigene Stromgrenze des Sensors</translation>
    </message>
    <message>
        <source>Speed of one pump</source>
        <translation>Drehzahl einer Pumpe</translation>
    </message>
    <message>
        <source>Relative humidity</source>
        <translation>Relative Feuchte</translation>
    </message>
    <message>
        <source>Sensor pressure</source>
        <translation>Sensordruck</translation>
    </message>
    <message>
        <source>Sensor flow</source>
        <translation>Sensordurchfluss</translation>
    </message>
    <message>
        <source>Leak detector (1 warning, 2 critical)</source>
        <translation>Leckmelder (1 Warnung, 2 kritisch)</translation>
    </message>
    <message>
        <source>Rack power</source>
        <translation>Rack-Leistung</translation>
    </message>
    <message>
        <source>Rack inlet</source>
        <translation>Rack-Zuluft</translation>
    </message>
    <message>
        <source>Worst leak detector of the rack (1 warning, 2 critical)</source>
        <translation>Schlimmster Leckmelder des Racks (1 Warnung, 2 kritisch)</translation>
    </message>
    <message>
        <source>GPU temperature</source>
        <translation>GPU-Temperatur</translation>
    </message>
    <message>
        <source>GPU memory temperature</source>
        <translation>GPU-Speichertemperatur</translation>
    </message>
    <message>
        <source>GPU slowdown limit</source>
        <translation>GPU-Drosselgrenze</translation>
    </message>
    <message>
        <source>GPU shutdown limit</source>
        <translation>GPU-Abschaltgrenze</translation>
    </message>
    <message>
        <source>Margin to the GPU&apos;s slowdown limit</source>
        <translation>Abstand zur Drosselgrenze der GPU</translation>
    </message>
    <message>
        <source>GPU power limit</source>
        <translation>GPU-Leistungsgrenze</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>SM-Takt</translation>
    </message>
    <message>
        <source>Memory clock</source>
        <translation>Speichertakt</translation>
    </message>
    <message>
        <source>Throttle reasons</source>
        <translation>Drosselgründe</translation>
    </message>
    <message>
        <source>Throttled by heat or power brake</source>
        <translation>Durch Hitze oder Power-Brake gedrosselt</translation>
    </message>
    <message>
        <source>GPU utilisation</source>
        <translation>GPU-Auslastung</translation>
    </message>
    <message>
        <source>GPU memory controller utilisation</source>
        <translation>Auslastung des GPU-Speichercontrollers</translation>
    </message>
    <message>
        <source>GPU memory used</source>
        <translation>GPU-Speicher belegt</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>ECC errors, corrected</source>
        <translation>ECC-Fehler, korrigiert</translation>
    </message>
    <message>
        <source>ECC errors, uncorrected</source>
        <translation>ECC-Fehler, unkorrigierbar</translation>
    </message>
    <message>
        <source>Memory rows remapped for uncorrectable errors</source>
        <translation>Wegen unkorrigierbarer Fehler umgelegte Speicherzeilen</translation>
    </message>
    <message>
        <source>Memory rows waiting to be remapped</source>
        <translation>Speicherzeilen warten auf Umlegung</translation>
    </message>
    <message>
        <source>Memory rows could not be remapped</source>
        <translation>Speicherzeilen konnten nicht umgelegt werden</translation>
    </message>
    <message>
        <source>Last XID</source>
        <translation>Letzte XID</translation>
    </message>
    <message>
        <source>Last completed training step</source>
        <translation>Letzter abgeschlossener Trainingsschritt</translation>
    </message>
    <message>
        <source>Training loss of its rank</source>
        <translation>Trainings-Loss seines Rangs</translation>
    </message>
    <message>
        <source>Gradient norm of its rank</source>
        <translation>Gradientennorm seines Rangs</translation>
    </message>
    <message>
        <source>NVLink errors</source>
        <translation>NVLink-Fehler</translation>
    </message>
    <message>
        <source>PCIe replays</source>
        <translation>PCIe-Replays</translation>
    </message>
    <message>
        <source>NVLink transmit</source>
        <translation>NVLink senden</translation>
    </message>
    <message>
        <source>NVLink receive</source>
        <translation>NVLink empfangen</translation>
    </message>
    <message>
        <source>PCIe transmit</source>
        <translation>PCIe senden</translation>
    </message>
    <message>
        <source>PCIe receive</source>
        <translation>PCIe empfangen</translation>
    </message>
    <message>
        <source>Tensor pipe activity</source>
        <translation>Tensor-Pipe-Aktivität</translation>
    </message>
    <message>
        <source>GPU fan</source>
        <translation>GPU-Lüfter</translation>
    </message>
    <message>
        <source>Coolant flow</source>
        <translation>Kühlmitteldurchfluss</translation>
    </message>
    <message>
        <source>Coolant flow, rated</source>
        <translation>Kühlmitteldurchfluss, Nennwert</translation>
    </message>
    <message>
        <source>Coolant supply</source>
        <translation>Kühlmittelvorlauf</translation>
    </message>
    <message>
        <source>Coolant return</source>
        <translation>Kühlmittelrücklauf</translation>
    </message>
    <message>
        <source>Pump speed</source>
        <translation>Pumpendrehzahl</translation>
    </message>
    <message>
        <source>Pump power</source>
        <translation>Pumpenleistung</translation>
    </message>
    <message>
        <source>Coolant pressure across the pump</source>
        <translation>Kühlmitteldruck über der Pumpe</translation>
    </message>
    <message>
        <source>Coolant pressure, supply</source>
        <translation>Kühlmitteldruck, Vorlauf</translation>
    </message>
    <message>
        <source>Coolant pressure, return</source>
        <translation>Kühlmitteldruck, Rücklauf</translation>
    </message>
    <message>
        <source>Facility water flow</source>
        <translation>Kaltwasserdurchfluss</translation>
    </message>
    <message>
        <source>Facility water supply</source>
        <translation>Kaltwasservorlauf</translation>
    </message>
    <message>
        <source>Facility water return</source>
        <translation>Kaltwasserrücklauf</translation>
    </message>
    <message>
        <source>Facility water pressure across the unit</source>
        <translation>Kaltwasserdruck über der Einheit</translation>
    </message>
    <message>
        <source>Dew point at the cooling unit</source>
        <translation>Taupunkt an der Kühleinheit</translation>
    </message>
    <message>
        <source>Coolant supply above the dew point</source>
        <translation>Kühlmittelvorlauf über dem Taupunkt</translation>
    </message>
    <message>
        <source>Worst leak detector (1 warning, 2 critical)</source>
        <translation>Schlimmster Leckmelder (1 Warnung, 2 kritisch)</translation>
    </message>
    <message>
        <source>Power of the cooling unit itself</source>
        <translation>Leistung der Kühleinheit selbst</translation>
    </message>
    <message>
        <source>Filter hours, share of rated</source>
        <translation>Filterstunden, Anteil der Nennstunden</translation>
    </message>
    <message>
        <source>Coolant in the reservoir</source>
        <translation>Kühlmittel im Behälter</translation>
    </message>
    <message>
        <source>Heat removed</source>
        <translation>Abgeführte Wärme</translation>
    </message>
    <message>
        <source>Cooling capacity at the set point</source>
        <translation>Kühlkapazität am Sollwert</translation>
    </message>
    <message>
        <source>Electrical power served</source>
        <translation>Versorgte elektrische Leistung</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>Zeit je ausgegebenem Token</translation>
    </message>
    <message>
        <source>Pool utilisation</source>
        <translation>Pool-Auslastung</translation>
    </message>
    <message>
        <source>Longest queue of the pool</source>
        <translation>Längste Warteschlange des Pools</translation>
    </message>
    <message>
        <source>Busiest node of the pool, above the mean</source>
        <translation>Meistbelasteter Knoten des Pools, über dem Mittel</translation>
    </message>
    <message>
        <source>Time to first token, 99th percentile</source>
        <translation>Zeit bis zum ersten Token, 99. Perzentil</translation>
    </message>
    <message>
        <source>Time per output token, 99th percentile</source>
        <translation>Zeit je ausgegebenem Token, 99. Perzentil</translation>
    </message>
    <message>
        <source>Time of a request, median</source>
        <translation>Dauer einer Anfrage, Median</translation>
    </message>
    <message>
        <source>Time of a request, 99th percentile</source>
        <translation>Dauer einer Anfrage, 99. Perzentil</translation>
    </message>
    <message>
        <source>Requests in progress</source>
        <translation>Laufende Anfragen</translation>
    </message>
    <message>
        <source>Requests waiting</source>
        <translation>Wartende Anfragen</translation>
    </message>
    <message>
        <source>KV cache in use</source>
        <translation>KV-Cache belegt</translation>
    </message>
    <message>
        <source>Requests preempted</source>
        <translation>Verdrängte Anfragen</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>Prompt-Tokens</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>Erzeugte Tokens</translation>
    </message>
    <message>
        <source>Planned steps</source>
        <translation>Geplante Schritte</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>Trainings-Loss</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens je Schritt</translation>
    </message>
    <message>
        <source>Samples per step</source>
        <translation>Samples je Schritt</translation>
    </message>
    <message>
        <source>Floating-point operations per step</source>
        <translation>Gleitkommaoperationen je Schritt</translation>
    </message>
    <message>
        <source>Peak of one of its GPUs, operations per second</source>
        <translation>Spitzenleistung einer GPU, Operationen je Sekunde</translation>
    </message>
    <message>
        <source>GPUs allocated to the job</source>
        <translation>Dem Job zugeteilte GPUs</translation>
    </message>
    <message>
        <source>Nodes allocated to the job</source>
        <translation>Dem Job zugeteilte Knoten</translation>
    </message>
    <message>
        <source>Time that the job waited in the queue</source>
        <translation>Wartezeit des Jobs in der Warteschlange</translation>
    </message>
    <message>
        <source>Requeues by the scheduler</source>
        <translation>Requeues durch den Scheduler</translation>
    </message>
    <message>
        <source>Job is queued</source>
        <translation>Job wartet in der Warteschlange</translation>
    </message>
    <message>
        <source>GPUs allocated to the tenant</source>
        <translation>Dem Mandanten zugeteilte GPUs</translation>
    </message>
    <message>
        <source>GPUs requested by waiting jobs of the tenant</source>
        <translation>Von wartenden Jobs des Mandanten angeforderte GPUs</translation>
    </message>
    <message>
        <source>Running jobs of the tenant</source>
        <translation>Laufende Jobs des Mandanten</translation>
    </message>
    <message>
        <source>Waiting jobs of the tenant</source>
        <translation>Wartende Jobs des Mandanten</translation>
    </message>
    <message>
        <source>GPUs of the node, according to the scheduler</source>
        <translation>GPUs des Knotens, laut Scheduler</translation>
    </message>
    <message>
        <source>Allocated GPUs of the node</source>
        <translation>Zugeteilte GPUs des Knotens</translation>
    </message>
    <message>
        <source>Idle, available GPUs of the node</source>
        <translation>Freie, verfügbare GPUs des Knotens</translation>
    </message>
    <message>
        <source>GPUs of the node that are drained or down</source>
        <translation>GPUs des Knotens, gedraint oder ausgefallen</translation>
    </message>
    <message>
        <source>Drained or down, according to the scheduler</source>
        <translation>Gedraint oder ausgefallen, laut Scheduler</translation>
    </message>
    <message>
        <source>GPUs of the cluster, according to the scheduler</source>
        <translation>GPUs des Clusters, laut Scheduler</translation>
    </message>
    <message>
        <source>Idle, available GPUs</source>
        <translation>Freie, verfügbare GPUs</translation>
    </message>
    <message>
        <source>GPUs drained or down</source>
        <translation>GPUs, gedraint oder ausgefallen</translation>
    </message>
    <message>
        <source>Idle GPUs on completely idle nodes</source>
        <translation>Freie GPUs auf ganz freien Knoten</translation>
    </message>
    <message>
        <source>GPUs requested by waiting jobs</source>
        <translation>Von wartenden Jobs angeforderte GPUs</translation>
    </message>
    <message>
        <source>Idle GPUs on partly used nodes</source>
        <translation>Freie GPUs auf teilweise genutzten Knoten</translation>
    </message>
    <message>
        <source>Nodes drained or down</source>
        <translation>Knoten, gedraint oder ausgefallen</translation>
    </message>
    <message>
        <source>Running jobs</source>
        <translation>Laufende Jobs</translation>
    </message>
    <message>
        <source>Waiting jobs</source>
        <translation>Wartende Jobs</translation>
    </message>
    <message>
        <source>Longest wait in the queue</source>
        <translation>Längste Wartezeit in der Warteschlange</translation>
    </message>
    <message>
        <source>Response time of the scheduler</source>
        <translation>Antwortzeit des Schedulers</translation>
    </message>
    <message>
        <source>CPU use of the agent, of one core</source>
        <translation>CPU-Nutzung des Agenten, eines Kerns</translation>
    </message>
    <message>
        <source>Memory of the agent</source>
        <translation>Speicher des Agenten</translation>
    </message>
    <message>
        <source>Job events in the tick</source>
        <translation>Job-Ereignisse im Tick</translation>
    </message>
    <message>
        <source>Malformed job events in the tick</source>
        <translation>Fehlerhafte Job-Ereignisse im Tick</translation>
    </message>
    <message>
        <source>Job events for another user&apos;s job in the tick</source>
        <translation>Job-Ereignisse für den Job eines anderen Benutzers im Tick</translation>
    </message>
    <message>
        <source>Implausible device values in the tick</source>
        <translation>Unplausible Gerätewerte im Tick</translation>
    </message>
    <message>
        <source>Job events above the limit in the tick</source>
        <translation>Job-Ereignisse über der Grenze im Tick</translation>
    </message>
    <message>
        <source>Job events waiting for the next tick</source>
        <translation>Job-Ereignisse, die auf den nächsten Tick warten</translation>
    </message>
    <message>
        <source>Processes with the NCCL plugin</source>
        <translation>Prozesse mit dem NCCL-Plugin</translation>
    </message>
    <message>
        <source>NCCL collectives</source>
        <translation>NCCL-Collectives</translation>
    </message>
    <message>
        <source>NCCL collectives lost in the tick</source>
        <translation>Im Tick verlorene NCCL-Collectives</translation>
    </message>
    <message>
        <source>CPU use of the NCCL plugin per process, of one core</source>
        <translation>CPU-Nutzung des NCCL-Plugins je Prozess, eines Kerns</translation>
    </message>
    <message>
        <source>%1, peak in the tick</source>
        <translation>%1, Spitze im Tick</translation>
    </message>
    <message>
        <source>Burst: peak over mean in the tick</source>
        <translation>Burst: Spitze zu Mittel im Tick</translation>
    </message>
    <message>
        <source>Heat removed, calculated</source>
        <translation>Abgeführte Wärme, berechnet</translation>
    </message>
    <message>
        <source>GPU power per utilisation</source>
        <translation>GPU-Leistung je Auslastung</translation>
    </message>
    <message>
        <source>GPU power / GPU utilisation, for busy GPUs</source>
        <translation>GPU-Leistung / GPU-Auslastung, für ausgelastete GPUs</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens je Sekunde</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>Samples je Sekunde</translation>
    </message>
    <message>
        <source>%1 GPU h without progress</source>
        <translation>%1 GPU h ohne Fortschritt</translation>
    </message>
    <message>
        <source>%1 GPU h rolled back</source>
        <translation>%1 GPU h zurückgerollt</translation>
    </message>
    <message>
        <source>%1 GPU h out of service</source>
        <translation>%1 GPU h außer Betrieb</translation>
    </message>
    <message>
        <source>%1 link</source>
        <translation>%1 Link</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1: %2 GPUs allocated to %3 on %4 but idle; no memory in use and no utilisation</source>
        <translation>%1: %2 GPUs an %3 auf %4 zugeteilt, aber untätig; kein Speicher belegt, keine Auslastung</translation>
    </message>
    <message>
        <source>%1: %2 GPU allocated to %3 on %4 but idle; no memory in use and no utilisation</source>
        <translation>%1: %2 GPU an %3 auf %4 zugeteilt, aber untätig; kein Speicher belegt, keine Auslastung</translation>
    </message>
    <message>
        <source>%1: NaN or Inf in %2</source>
        <translation>%1: NaN oder Inf in %2</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 longer</source>
        <translation>%1 länger</translation>
    </message>
    <message>
        <source>%1 shorter</source>
        <translation>%1 kürzer</translation>
    </message>
    <message>
        <source>%1 above baseline</source>
        <translation>%1 über dem Basiswert</translation>
    </message>
    <message>
        <source>%1 below baseline</source>
        <translation>%1 unter dem Basiswert</translation>
    </message>
    <message>
        <source>%1 waits for credit</source>
        <translation>%1 wartet auf Credit</translation>
    </message>
    <message>
        <source>Edit the title</source>
        <translation>Titel bearbeiten</translation>
    </message>
    <message>
        <source>Change the owner</source>
        <translation>Zuständige ändern</translation>
    </message>
    <message>
        <source>Edit the tags</source>
        <translation>Tags bearbeiten</translation>
    </message>
    <message>
        <source>Change the severity</source>
        <translation>Schwere ändern</translation>
    </message>
    <message>
        <source>Change the state</source>
        <translation>Zustand ändern</translation>
    </message>
    <message>
        <source>Change the time</source>
        <translation>Zeit ändern</translation>
    </message>
    <message>
        <source>Change the components</source>
        <translation>Betroffene Komponenten ändern</translation>
    </message>
    <message>
        <source>Edit the summary</source>
        <translation>Zusammenfassung bearbeiten</translation>
    </message>
    <message>
        <source>Edit the causes</source>
        <translation>Ursachen bearbeiten</translation>
    </message>
    <message>
        <source>Edit the actions</source>
        <translation>Maßnahmen bearbeiten</translation>
    </message>
    <message>
        <source>Edit the costs</source>
        <translation>Kosten bearbeiten</translation>
    </message>
    <message>
        <source>Change the currency</source>
        <translation>Währung ändern</translation>
    </message>
    <message>
        <source>Edit the note</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>Link notes</source>
        <translation>Notizen verknüpfen</translation>
    </message>
    <message>
        <source>Remove notes from the incident</source>
        <translation>Notizen aus dem Vorfall nehmen</translation>
    </message>
    <message>
        <source>Add notes to the incident</source>
        <translation>Notizen zum Vorfall hinzufügen</translation>
    </message>
    <message>
        <source>Delete notes</source>
        <translation>Notizen löschen</translation>
    </message>
    <message>
        <source>Delete the incident</source>
        <translation>Den Vorfall löschen</translation>
    </message>
    <message>
        <source>Annotate</source>
        <translation>Annotieren</translation>
    </message>
    <message>
        <source>Open an incident</source>
        <translation>Vorfall eröffnen</translation>
    </message>
    <message>
        <source>Take a picture</source>
        <translation>Bild aufnehmen</translation>
    </message>
    <message>
        <source>Confirm, reject, mute or assign an alert</source>
        <translation>Alarm bestätigen, zurückweisen, stummschalten oder zuweisen</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>Stummschaltung aufheben</translation>
    </message>
    <message>
        <source>Fill in measured values</source>
        <translation>Messwerte eintragen</translation>
    </message>
    <message>
        <source>every hour</source>
        <translation>stündlich</translation>
    </message>
    <message>
        <source>pump speed</source>
        <translation>Pumpendrehzahl</translation>
    </message>
    <message>
        <source>flow</source>
        <translation>Durchfluss</translation>
    </message>
    <message>
        <source>return temperature</source>
        <translation>Rücklauftemperatur</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>unauffällig</translation>
    </message>
    <message>
        <source>%1 ticks</source>
        <translation>%1 Ticks</translation>
    </message>
    <message>
        <source>%1 reporters</source>
        <translation>%1 Melder</translation>
    </message>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>%1 racks</source>
        <translation>%1 Racks</translation>
    </message>
    <message>
        <source>racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>one node</source>
        <translation>ein Knoten</translation>
    </message>
    <message>
        <source>all nodes</source>
        <translation>alle Knoten</translation>
    </message>
    <message>
        <source>lost in transit</source>
        <translation>unterwegs verloren</translation>
    </message>
    <message>
        <source>no data while the agent was not connected</source>
        <translation>keine Daten, während der Agent nicht verbunden war</translation>
    </message>
    <message>
        <source>drops</source>
        <translation>verwirft</translation>
    </message>
    <message>
        <source>marks</source>
        <translation>markiert</translation>
    </message>
    <message>
        <source>pressure</source>
        <translation>Druck</translation>
    </message>
    <message>
        <source>hangs</source>
        <translation>hängt</translation>
    </message>
    <message>
        <source>delays</source>
        <translation>verzögert</translation>
    </message>
    <message>
        <source>delay</source>
        <translation>verzögern</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>relay</source>
        <translation>Relay</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>retransmits</source>
        <translation>Retransmits</translation>
    </message>
    <message>
        <source>congestion</source>
        <translation>Überlast</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>nötig</translation>
    </message>
    <message>
        <source>least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>länger</translation>
    </message>
    <message>
        <source>less</source>
        <translation>kürzer</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorgestellt</translation>
    </message>
    <message>
        <source>back</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>gains</source>
        <translation>gewinnt</translation>
    </message>
    <message>
        <source>loses</source>
        <translation>verliert</translation>
    </message>
    <message>
        <source>above</source>
        <translation>über</translation>
    </message>
    <message>
        <source>below</source>
        <translation>unter</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>muted</source>
        <translation>stummgeschaltet</translation>
    </message>
    <message>
        <source>assigned</source>
        <translation>zugewiesen</translation>
    </message>
    <message>
        <source> waits</source>
        <translation> wartet</translation>
    </message>
    <message>
        <source>its pump power</source>
        <translation>Pumpenleistung</translation>
    </message>
    <message>
        <source>%1 % above baseline</source>
        <translation>%1 % über dem Basiswert</translation>
    </message>
    <message>
        <source>%1 % below baseline</source>
        <translation>%1 % unter dem Basiswert</translation>
    </message>
    <message>
        <source>flow %1 % below baseline</source>
        <translation>Durchfluss %1 % unter dem Basiswert</translation>
    </message>
    <message>
        <source>flow %1 % above baseline</source>
        <translation>Durchfluss %1 % über dem Basiswert</translation>
    </message>
    <message>
        <source>pressure %1 % below baseline</source>
        <translation>Druck %1 % unter dem Basiswert</translation>
    </message>
    <message>
        <source>pressure %1 % above baseline</source>
        <translation>Druck %1 % über dem Basiswert</translation>
    </message>
    <message>
        <source>pump power %1 % below baseline</source>
        <translation>Pumpenleistung %1 % unter dem Basiswert</translation>
    </message>
    <message>
        <source>pump power %1 % above baseline</source>
        <translation>Pumpenleistung %1 % über dem Basiswert</translation>
    </message>
    <message>
        <source>assigned to %1 by %2</source>
        <translation>%1 zugewiesen von %2</translation>
    </message>
    <message>
        <source>confirmed by %1</source>
        <translation>bestätigt von %1</translation>
    </message>
    <message>
        <source>rejected by %1</source>
        <translation>abgelehnt von %1</translation>
    </message>
    <message>
        <source>muted by %1</source>
        <translation>stummgeschaltet von %1</translation>
    </message>
    <message>
        <source>incident at %1</source>
        <translation>Vorfall um %1</translation>
    </message>
    <message>
        <source>%1 %2 %3 in bursts: mean load %4 %%5; baseline %6</source>
        <translation>%1 %2 %3 in Bursts: mittlere Last %4 %%5; Basiswert %6</translation>
    </message>
    <message>
        <source>%1%2: baseline of %3 reset: %4</source>
        <translation>%1%2: Basiswert von %3 zurückgesetzt: %4</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>%1: %2 %3, but %4 of %5 have %6</source>
        <translation>%1: %2 %3, aber %4 von %5 haben %6</translation>
    </message>
    <message>
        <source>packets/s</source>
        <translation>Pakete/s</translation>
    </message>
    <message>
        <source>times/s</source>
        <translation>-mal/s</translation>
    </message>
    <message>
        <source>Damage</source>
        <translation>Schaden</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>Beurteilt</translation>
    </message>
    <message>
        <source>Impact</source>
        <translation>Auswirkung</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>entered by hand</source>
        <translation>von Hand eingegeben</translation>
    </message>
    <message>
        <source>GPU time without progress</source>
        <translation>GPU-Zeit ohne Fortschritt</translation>
    </message>
    <message>
        <source>not measured or entered</source>
        <translation>weder gemessen noch eingegeben</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzug</translation>
    </message>
    <message>
        <source>Share of a day&apos;s training</source>
        <translation>Anteil eines Trainingstags</translation>
    </message>
    <message>
        <source>GPU time without progress / (24 h × %1 GPUs)</source>
        <translation>GPU-Zeit ohne Fortschritt / (24 h × %1 GPUs)</translation>
    </message>
    <message>
        <source>Unknown: %1.</source>
        <translation>Unbekannt: %1.</translation>
    </message>
    <message>
        <source>Not computed: enter a GPU-hour rate (Incident &gt; Cost).</source>
        <translation>Nicht berechnet: Satz je GPU-Stunde eingeben (Vorfall &gt; Kosten).</translation>
    </message>
    <message>
        <source>Not computed: quantities or rates of all layers are missing.</source>
        <translation>Nicht berechnet: Mengen oder Sätze aller Schichten fehlen.</translation>
    </message>
    <message>
        <source>Unknown, not included in the total: %1.</source>
        <translation>Unbekannt, nicht in der Summe enthalten: %1.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Computed from</source>
        <translation>Berechnet aus</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>No notes.</source>
        <translation>Keine Notizen.</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Noch keine.</translation>
    </message>
    <message>
        <source>Not written yet.</source>
        <translation>Noch nicht geschrieben.</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>No measurements are stored with this incident.</source>
        <translation>Zu diesem Vorfall sind keine Messwerte gespeichert.</translation>
    </message>
    <message>
        <source>Measured %1, every %2. Hatched: no data.</source>
        <translation>Gemessen %1, alle %2. Schraffiert: keine Daten.</translation>
    </message>
    <message>
        <source>Measured %1, every %2. Numbers above a chart refer to the timeline. Hatched: no data.</source>
        <translation>Gemessen %1, alle %2. Zahlen über einem Diagramm verweisen auf die Zeitleiste. Schraffiert: keine Daten.</translation>
    </message>
    <message>
        <source>Job activity: %1</source>
        <translation>Jobaktivität: %1</translation>
    </message>
    <message>
        <source>waits yellow</source>
        <translation>Warten gelb</translation>
    </message>
    <message>
        <source>collectives green</source>
        <translation>Collectives grün</translation>
    </message>
    <message>
        <source>transfers green</source>
        <translation>Transfers grün</translation>
    </message>
    <message>
        <source>compute grey-blue</source>
        <translation>Rechnen graublau</translation>
    </message>
    <message>
        <source>checkpoints violet</source>
        <translation>Checkpoints violett</translation>
    </message>
    <message>
        <source>restarts pink</source>
        <translation>Neustarts rosa</translation>
    </message>
    <message>
        <source>; longest waits first</source>
        <translation>; längstes Warten zuerst</translation>
    </message>
    <message>
        <source>; longest waits first (%1 shorter spans omitted)</source>
        <translation>; längstes Warten zuerst (%1 kürzere Spans weggelassen)</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>%1 less severe events are left out; they are in the JSON and CSV.</source>
        <translation>%1 weniger schwere Ereignisse fehlen hier; sie stehen in JSON und CSV.</translation>
    </message>
    <message>
        <source>Runbook</source>
        <translation>Runbook</translation>
    </message>
    <message>
        <source>Runbooks</source>
        <translation>Runbooks</translation>
    </message>
    <message>
        <source>Data gaps</source>
        <translation>Datenlücken</translation>
    </message>
    <message>
        <source>Unknown: no measurements are stored.</source>
        <translation>Unbekannt: Es sind keine Messwerte gespeichert.</translation>
    </message>
    <message>
        <source>Clocks agree to within %1. The order of events closer together than that is unknown.</source>
        <translation>Die Uhren stimmen auf %1 überein. Die Reihenfolge dichterer Ereignisse ist unbekannt.</translation>
    </message>
    <message>
        <source>Clock agreement is unknown.</source>
        <translation>Die Übereinstimmung der Uhren ist unbekannt.</translation>
    </message>
    <message>
        <source>No known gaps in this period.</source>
        <translation>Keine bekannten Lücken in diesem Zeitraum.</translation>
    </message>
    <message>
        <source>Missed samples</source>
        <translation>Fehlende Messwerte</translation>
    </message>
    <message>
        <source>(all)</source>
        <translation>(alle)</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>%1 more gaps are in the JSON.</source>
        <translation>%1 weitere Lücken stehen im JSON.</translation>
    </message>
    <message>
        <source>Incident</source>
        <translation>Vorfall</translation>
    </message>
    <message>
        <source>Lockstep %1. Times in %2.</source>
        <translation>Lockstep %1. Zeiten in %2.</translation>
    </message>
    <message>
        <source>Lockstep %1. Times in %2. Evidence from the %3, gathered %4 by Lockstep %5.</source>
        <translation>Lockstep %1. Zeiten in %2. Belege aus: %3, erfasst %4 von Lockstep %5.</translation>
    </message>
    <message>
        <source>Lockstep %1. Times in %2. Evidence from the %3, gathered %4 by Lockstep %5. Bundle SHA-256 %6.</source>
        <translation>Lockstep %1. Zeiten in %2. Belege aus: %3, erfasst %4 von Lockstep %5. Bundle-SHA-256 %6.</translation>
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
        <source>live state</source>
        <translation>Live-Zustand</translation>
    </message>
    <message>
        <source>part of the recording was not read in time</source>
        <translation>ein Teil der Aufzeichnung wurde nicht rechtzeitig gelesen</translation>
    </message>
    <message>
        <source>no job reported its steps</source>
        <translation>kein Job hat seine Schritte gemeldet</translation>
    </message>
    <message>
        <source>no job went back to an earlier step</source>
        <translation>kein Job ging auf einen früheren Schritt zurück</translation>
    </message>
    <message>
        <source>no scheduler reported drained nodes</source>
        <translation>kein Scheduler hat gedrainte Knoten gemeldet</translation>
    </message>
    <message>
        <source>scheduler: no node went out of service</source>
        <translation>Scheduler: kein Knoten ging außer Betrieb</translation>
    </message>
    <message>
        <source>no job reported spans in this period</source>
        <translation>in diesem Zeitraum hat kein Job Spans gemeldet</translation>
    </message>
    <message>
        <source>no data to compute waits from in this period</source>
        <translation>in diesem Zeitraum keine Daten, um Wartezeiten zu berechnen</translation>
    </message>
    <message>
        <source>✖ critical</source>
        <translation>✖ kritisch</translation>
    </message>
    <message>
        <source>▲ warning</source>
        <translation>▲ Warnung</translation>
    </message>
    <message>
        <source>, %1 now</source>
        <translation>, jetzt %1</translation>
    </message>
    <message>
        <source>, worst %1</source>
        <translation>, schlimmstenfalls %1</translation>
    </message>
    <message>
        <source>continuing</source>
        <translation>Weiterlaufen</translation>
    </message>
    <message>
        <source>its loss</source>
        <translation>er verliert</translation>
    </message>
    <message>
        <source>complete failure</source>
        <translation>völliger Ausfall</translation>
    </message>
    <message>
        <source>Wait loss per hour</source>
        <translation>Warteverlust je Stunde</translation>
    </message>
    <message>
        <source>Loss per day compared with Daly&apos;s interval</source>
        <translation>Verlust gegenüber Dalys Intervall, je Tag</translation>
    </message>
    <message>
        <source>loss per day at the present interval</source>
        <translation>Verlust beim jetzigen Intervall, je Tag</translation>
    </message>
    <message>
        <source>loss per day at Daly&apos;s interval</source>
        <translation>Verlust bei Dalys, je Tag</translation>
    </message>
    <message>
        <source>R, restart time</source>
        <translation>R, ein Neustart</translation>
    </message>
    <message>
        <source>C, checkpoint time</source>
        <translation>C, ein Checkpoint</translation>
    </message>
    <message>
        <source>Exposure: loss if a failure occurs now</source>
        <translation>Risiko: Verlust bei einem Ausfall jetzt</translation>
    </message>
    <message>
        <source>of jobs that only the scheduler&apos;s totals include</source>
        <translation>von Jobs, die nur in den Summen des Schedulers stehen</translation>
    </message>
    <message>
        <source>no data from its ranks</source>
        <translation>die Ränge melden nichts</translation>
    </message>
    <message>
        <source>links used by both, from the placement of their ranks and the cabling</source>
        <translation>Links, die beider Verkehr benutzt, nach Ort der Ränge und Verkabelung</translation>
    </message>
    <message>
        <source>The infrastructure: the causes below affect the job, and their owners are working on them.</source>
        <translation>Die Infrastruktur: Die Ursachen unten wirken derzeit auf den Job, und die Zuständigen arbeiten daran.</translation>
    </message>
    <message>
        <source>No active cause affects the job.</source>
        <translation>Derzeit wirkt nichts auf den Job.</translation>
    </message>
    <message>
        <source>busiest node above the pool mean by</source>
        <translation>meistbelasteter Knoten über dem Pool-Mittel um</translation>
    </message>
    <message>
        <source>standard error of the resistance fit</source>
        <translation>dem Standardfehler der Widerstandsanpassung</translation>
    </message>
    <message>
        <source>its resistance / median of GPUs in the same slot with the same cooling - 1</source>
        <translation>Widerstand / Median der GPUs im selben Slot mit derselben Kühlung - 1</translation>
    </message>
    <message>
        <source>from how fast the temperature follows the power; unknown while the power is constant</source>
        <translation>der Geschwindigkeit, mit der die Temperatur der Leistung folgt; unbekannt bei konstanter Leistung</translation>
    </message>
    <message>
        <source>coolant temperature + thermal resistance x mean power of the last 10 s</source>
        <translation>Kühlmitteltemperatur + Wärmewiderstand x mittlere Leistung der letzten 10 s</translation>
    </message>
    <message>
        <source>from the fitted R and C at the present power, and the drift of R and coolant; capped at 1 h</source>
        <translation>den angepassten R und C bei jetziger Leistung und der Drift von R und Kühlmittel; 1 h: nicht absehbar</translation>
    </message>
    <message>
        <source>its temperature - median of GPUs in the same slot with the same cooling, within 15 % of its power</source>
        <translation>Temperatur - Median der GPUs im selben Slot mit derselben Kühlung, innerhalb von 15 % ihrer Leistung</translation>
    </message>
    <message>
        <source>the slope of its temperature over the last 40 s</source>
        <translation>der Steigung der Temperatur über die letzten 40 s</translation>
    </message>
    <message>
        <source>(inlet - supply) / (exhaust - supply); the supply is the hall&apos;s 10th percentile of inlets</source>
        <translation>(Zuluft - Vorlauf) / (Abluft - Vorlauf); Vorlauf ist das 10. Perzentil der Zuluft der Halle</translation>
    </message>
    <message>
        <source>calculated heat removed / electrical power of the cooled nodes; the rest goes into the air</source>
        <translation>berechneter abgeführter Wärme / elektrischer Leistung der gekühlten Knoten; der Rest geht in die Luft</translation>
    </message>
    <message>
        <source>flow / median of the last half hour, corrected for a lower load</source>
        <translation>Durchfluss / Median der letzten halben Stunde, korrigiert um geringere Last</translation>
    </message>
    <message>
        <source>return temperature extrapolated from heat, falling flow and rising supply; capped at 1 h</source>
        <translation>Rücklauftemperatur, extrapoliert aus Wärme, fallendem Durchfluss und steigendem Vorlauf; 1 h: nicht absehbar</translation>
    </message>
    <message>
        <source>the worst of: link downs, credit waits, congestion that starts here, errors and drops, retransmits, traffic against equal uplinks</source>
        <translation>dem schlechtesten von: Linkausfälle, Warten auf Credit, Stau von hier, Fehler und Verwürfe, Retransmits, Verkehr gegenüber gleichwertigen Uplinks</translation>
    </message>
    <message>
        <source>bytes sent in the last 20 s / mean of the switch&apos;s active uplinks - 1</source>
        <translation>Bytes der letzten 20 s / Mittel der aktiven Uplinks des Switches - 1</translation>
    </message>
    <message>
        <source>number of times that the link went down; one five minutes ago counts a third</source>
        <translation>der Anzahl der Linkausfälle; einer vor fünf Minuten zählt ein Drittel</translation>
    </message>
    <message>
        <source>credit waits, traced from port to port to the one that waits for no other</source>
        <translation>Warten auf Credit, von Port zu Port verfolgt bis zu dem, der auf keinen anderen wartet</translation>
    </message>
    <message>
        <source>credit waits, traced from port to port to the blocking switch</source>
        <translation>Warten auf Credit, von Port zu Port verfolgt bis zum blockierenden Switch</translation>
    </message>
    <message>
        <source>bytes sent in the last 20 s by the switch&apos;s active uplinks</source>
        <translation>Bytes, die die aktiven Uplinks des Switches in den letzten 20 s sendeten</translation>
    </message>
    <message>
        <source>1 - (sum x)^2 / (n sum x^2) of the uplinks&apos; mean traffic over a minute; persistently high means polarisation, not load</source>
        <translation>1 - (sum x)^2 / (n sum x^2) des mittleren Verkehrs der Uplinks über eine Minute; dauerhaft hoch bedeutet Polarisation, nicht Last</translation>
    </message>
    <message>
        <source>bytes, number of ranks and shortest part of the last large collective of its slowest communicator</source>
        <translation>Bytes, Anzahl der Ränge und kürzestem Teil des letzten großen Collectives des langsamsten Kommunikators</translation>
    </message>
    <message>
        <source>bus bandwidth between nodes / line rate of the slowest NIC of its ring</source>
        <translation>Busbandbreite zwischen Knoten / Leitungsrate der langsamsten NIC des Rings</translation>
    </message>
    <message>
        <source>1 - bus bandwidth of the worst common group / line rate of its slowest NIC</source>
        <translation>1 - Busbandbreite der schlechtesten gemeinsamen Gruppe / Leitungsrate ihrer langsamsten NIC</translation>
    </message>
    <message>
        <source>bytes, number of ranks and shortest part of its last large collective</source>
        <translation>Bytes, Anzahl der Ränge und kürzestem Teil des letzten großen Collectives</translation>
    </message>
    <message>
        <source>traffic of each member of their busiest group over about 30 s, spread evenly over its other members</source>
        <translation>dem Verkehr jedes Mitglieds der stärksten Gruppe über etwa 30 s, gleichmäßig auf die anderen verteilt</translation>
    </message>
    <message>
        <source>waits of other ranks, traced back to the rank that waited for no other</source>
        <translation>Wartezeiten anderer Ränge, zurückverfolgt bis zum Rang, der auf keinen anderen wartete</translation>
    </message>
    <message>
        <source>share of its steps in which it waited for other ranks</source>
        <translation>dem Anteil der Schritte, in dem er auf andere Ränge wartete</translation>
    </message>
    <message>
        <source>its time between collectives / median of its job&apos;s ranks</source>
        <translation>der Zeit zwischen Collectives / Median der Ränge des Jobs</translation>
    </message>
    <message>
        <source>waits of other ranks, traced back to its ranks</source>
        <translation>Wartezeiten anderer Ränge, zurückverfolgt zu seinen Rängen</translation>
    </message>
    <message>
        <source>share of their steps in which its ranks waited for others</source>
        <translation>dem Anteil der Schritte, in dem seine Ränge auf andere warteten</translation>
    </message>
    <message>
        <source>duration of the last complete step, median of its ranks</source>
        <translation>der Dauer des letzten vollständigen Schritts, Median der Ränge</translation>
    </message>
    <message>
        <source>number of the last completed step</source>
        <translation>der Nummer des letzten abgeschlossenen Schritts</translation>
    </message>
    <message>
        <source>its ranks&apos; compute and transfer time / wall time</source>
        <translation>Rechen- und Transferzeit der Ränge / Laufzeit</translation>
    </message>
    <message>
        <source>its ranks&apos; time in collectives beyond the transfer / wall time</source>
        <translation>Zeit der Ränge in Collectives über den Transfer hinaus / Laufzeit</translation>
    </message>
    <message>
        <source>its ranks&apos; time in checkpoints / wall time</source>
        <translation>Zeit der Ränge in Checkpoints / Laufzeit</translation>
    </message>
    <message>
        <source>its ranks&apos; time from the end of a run to the first step of the next / wall time</source>
        <translation>Zeit der Ränge vom Ende eines Laufs bis zum ersten Schritt des nächsten / Laufzeit</translation>
    </message>
    <message>
        <source>idle time reported by its ranks / wall time</source>
        <translation>von den Rängen gemeldeter Leerlaufzeit / Laufzeit</translation>
    </message>
    <message>
        <source>time without spans / wall time; never counted as productive</source>
        <translation>Zeit ohne Spans / Laufzeit; zählt nie als produktiv</translation>
    </message>
    <message>
        <source>number of its ranks, each of which holds a GPU</source>
        <translation>der Anzahl der Ränge, von denen jeder eine GPU belegt</translation>
    </message>
    <message>
        <source>number of restarts at a lower step since it was first seen</source>
        <translation>der Anzahl der Neustarts bei einem früheren Schritt seit der ersten Meldung</translation>
    </message>
    <message>
        <source>median time that the last checkpoint took its ranks</source>
        <translation>der medianen Dauer des letzten Checkpoints der Ränge</translation>
    </message>
    <message>
        <source>from the end of the previous checkpoint to the start of the last one</source>
        <translation>der Zeit vom Ende des vorletzten Checkpoints bis zum Beginn des letzten</translation>
    </message>
    <message>
        <source>bytes of its collectives in a step / time in which its ranks only moved data</source>
        <translation>Bytes der Collectives eines Schritts / Zeit, in der die Ränge nur Daten übertrugen</translation>
    </message>
    <message>
        <source>productive share of the GPU time of all jobs, over the last 16 steps of each</source>
        <translation>dem produktiven Anteil der GPU-Zeit aller Jobs, über die letzten 16 Schritte</translation>
    </message>
    <message>
        <source>ranks of all jobs with steps</source>
        <translation>den Rängen aller Jobs mit Schritten</translation>
    </message>
    <message>
        <source>ranks of training jobs x goodput</source>
        <translation>Ränge von Trainingsjobs x Goodput</translation>
    </message>
    <message>
        <source>share of the GPU time of all jobs in which ranks waited, over the last 16 steps of each</source>
        <translation>dem Anteil der GPU-Zeit aller Jobs, in dem Ränge warteten, über die letzten 16 Schritte</translation>
    </message>
    <message>
        <source>mean utilisation of all GPUs that report</source>
        <translation>der mittleren Auslastung aller meldenden GPUs</translation>
    </message>
    <message>
        <source>mean share of their line rate that GPUs reached in their last large collective</source>
        <translation>dem mittleren Anteil der Leitungsrate, den GPUs im letzten großen Collective erreichten</translation>
    </message>
    <message>
        <source>cluster.power x time, over the last hour</source>
        <translation>cluster.power x Zeit, über die letzte Stunde</translation>
    </message>
    <message>
        <source>peak over mean of the port&apos;s utilisation within a tick</source>
        <translation>Spitze zu Mittel der Portauslastung innerhalb eines Ticks</translation>
    </message>
    <message>
        <source>flow x density x heat capacity of water x (return - supply)</source>
        <translation>Durchfluss x Dichte x Wärmekapazität von Wasser x (Rücklauf - Vorlauf)</translation>
    </message>
    <message>
        <source>reported tokens per step / step time</source>
        <translation>gemeldeten Tokens je Schritt / Schrittzeit</translation>
    </message>
    <message>
        <source>reported samples per step / step time</source>
        <translation>gemeldeten Samples je Schritt / Schrittzeit</translation>
    </message>
    <message>
        <source>last step / planned steps, as reported</source>
        <translation>letztem Schritt / geplanten Schritten, wie gemeldet</translation>
    </message>
    <message>
        <source>reported operations per step / (step time x GPUs x reported peak per GPU)</source>
        <translation>gemeldeten Operationen je Schritt / (Schrittzeit x GPUs x gemeldeter Spitzenleistung je GPU)</translation>
    </message>
    <message>
        <source>the certificate of %1 is not trusted</source>
        <translation>dem Zertifikat von %1 wird nicht vertraut</translation>
    </message>
    <message>
        <source>the certificate of %1 is for another name</source>
        <translation>das Zertifikat von %1 gilt für einen anderen Namen</translation>
    </message>
    <message>
        <source>%1 does not use TLS</source>
        <translation>%1 verwendet kein TLS</translation>
    </message>
    <message>
        <source>%1 requires a client certificate that it trusts</source>
        <translation>%1 verlangt ein Client-Zertifikat, dem es vertraut</translation>
    </message>
    <message>
        <source>%1 rejected the client certificate</source>
        <translation>%1 hat das Client-Zertifikat abgelehnt</translation>
    </message>
    <message>
        <source>TLS handshake with %1 failed</source>
        <translation>TLS-Handshake mit %1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>connection refused by %1</source>
        <translation>Verbindung abgelehnt von %1</translation>
    </message>
    <message>
        <source>no route to %1</source>
        <translation>keine Route zu %1</translation>
    </message>
    <message>
        <source>the network of %1 is unreachable</source>
        <translation>das Netzwerk von %1 ist nicht erreichbar</translation>
    </message>
    <message>
        <source>no socket at %1</source>
        <translation>kein Socket unter %1</translation>
    </message>
    <message>
        <source>the name in %1 could not be resolved</source>
        <translation>der Name in %1 konnte nicht aufgelöst werden</translation>
    </message>
    <message>
        <source>no answer from %1</source>
        <translation>keine Antwort von %1</translation>
    </message>
    <message>
        <source>the agent at %1 stopped</source>
        <translation>der Agent an %1 wurde beendet</translation>
    </message>
    <message>
        <source>%1 closed the connection immediately; it may require TLS or a client certificate that it trusts</source>
        <translation>%1 hat die Verbindung sofort geschlossen; vielleicht verlangt es TLS oder ein Client-Zertifikat, dem es vertraut</translation>
    </message>
    <message>
        <source>connection to %1 lost</source>
        <translation>Verbindung zu %1 verloren</translation>
    </message>
    <message>
        <source>%1 closed the connection</source>
        <translation>%1 hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>%1 rejected the credentials: %2</source>
        <translation>%1 hat die Zugangsdaten abgelehnt: %2</translation>
    </message>
    <message>
        <source>%1 is not a Lockstep agent, or is an older version</source>
        <translation>%1 ist kein Lockstep-Agent oder eine ältere Version</translation>
    </message>
    <message>
        <source>%1 exceeded a limit: %2</source>
        <translation>%1 hat eine Grenze überschritten: %2</translation>
    </message>
    <message>
        <source>relay %1 has not reported it</source>
        <translation>Relay %1 hat ihn nicht gemeldet</translation>
    </message>
    <message>
        <source>no data at relay %1: %2</source>
        <translation>keine Daten am Relay %1: %2</translation>
    </message>
    <message>
        <source>relay %1 receives all of its %2 nodes</source>
        <translation>Relay %1 empfängt alle seine %2 Knoten</translation>
    </message>
    <message>
        <source>relay %1 receives %2 of %3 nodes</source>
        <translation>Relay %1 empfängt %2 von %3 Knoten</translation>
    </message>
    <message>
        <source>agent restarted</source>
        <translation>Agent neu gestartet</translation>
    </message>
    <message>
        <source>a bearer token is required</source>
        <translation>ein Bearer-Token ist nötig</translation>
    </message>
    <message>
        <source>wrong bearer token</source>
        <translation>falsches Bearer-Token</translation>
    </message>
    <message>
        <source>XID %1: %2.</source>
        <translation>XID %1: %2.</translation>
    </message>
    <message>
        <source>the GPU stopped processing: restart the application</source>
        <translation>die GPU rechnet nicht mehr: Anwendung neu starten</translation>
    </message>
    <message>
        <source>invalid commands, by the application: restart it</source>
        <translation>ungültige Befehle der Anwendung: Anwendung neu starten</translation>
    </message>
    <message>
        <source>graphics engine exception, most often by the application: restart it</source>
        <translation>Ausnahme der Grafik-Engine, meist durch die Anwendung: Anwendung neu starten</translation>
    </message>
    <message>
        <source>illegal commands, by the application: restart it</source>
        <translation>unerlaubte Befehle der Anwendung: Anwendung neu starten</translation>
    </message>
    <message>
        <source>memory page fault, most often by the application: restart it</source>
        <translation>Speicher-Seitenfehler, meist durch die Anwendung: Anwendung neu starten</translation>
    </message>
    <message>
        <source>the driver&apos;s firmware rejected an unknown method</source>
        <translation>die Firmware des Treibers hat eine unbekannte Methode abgelehnt</translation>
    </message>
    <message>
        <source>the driver&apos;s firmware timed out</source>
        <translation>Timeout der Firmware des Treibers</translation>
    </message>
    <message>
        <source>copy engine exception: restart the application</source>
        <translation>Ausnahme der Copy-Engine: Anwendung neu starten</translation>
    </message>
    <message>
        <source>the application&apos;s channel was stopped; the GPU is healthy</source>
        <translation>der Kanal der Anwendung wurde angehalten; die GPU ist in Ordnung</translation>
    </message>
    <message>
        <source>graphics engine fault during a context switch</source>
        <translation>Fehler der Grafik-Engine beim Kontextwechsel</translation>
    </message>
    <message>
        <source>pre-emptive cleanup after another error</source>
        <translation>vorsorgliches Aufräumen nach einem anderen Fehler</translation>
    </message>
    <message>
        <source>the GPU stopped responding: reset it</source>
        <translation>die GPU antwortet nicht mehr: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>double-bit ECC error: reset the GPU; row remapping follows</source>
        <translation>Doppelbit-ECC-Fehler: GPU zurücksetzen; danach werden Zeilen umgelegt</translation>
    </message>
    <message>
        <source>auxiliary power is not connected to the board: check its plugs</source>
        <translation>die Zusatzversorgung des Boards ist nicht angeschlossen: Stecker prüfen</translation>
    </message>
    <message>
        <source>video processor exception: restart the application</source>
        <translation>Ausnahme des Videoprozessors: Anwendung neu starten</translation>
    </message>
    <message>
        <source>the power management unit halted: reset the GPU</source>
        <translation>die Power-Management-Einheit hält an: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>a memory row was remapped</source>
        <translation>eine Speicherzeile wurde umgelegt</translation>
    </message>
    <message>
        <source>a memory row could not be remapped: reset the GPU</source>
        <translation>eine Speicherzeile konnte nicht umgelegt werden: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>illegal access by the driver</source>
        <translation>unerlaubter Zugriff des Treibers</translation>
    </message>
    <message>
        <source>video decoder exception: restart the application</source>
        <translation>Ausnahme des Video-Decoders: Anwendung neu starten</translation>
    </message>
    <message>
        <source>graphics engine class error, by the application: restart it</source>
        <translation>Klassenfehler der Grafik-Engine durch die Anwendung: Anwendung neu starten</translation>
    </message>
    <message>
        <source>copy engine error: restart the application</source>
        <translation>Fehler der Copy-Engine: Anwendung neu starten</translation>
    </message>
    <message>
        <source>NVLink error: check the link and its far end</source>
        <translation>NVLink-Fehler: Link und Gegenseite prüfen</translation>
    </message>
    <message>
        <source>a virtual GPU did not start: its driver does not match that of the host</source>
        <translation>eine virtuelle GPU startete nicht: ihr Treiber passt nicht zu dem des Hosts</translation>
    </message>
    <message>
        <source>the GPU has fallen off the bus: drain and restart the machine</source>
        <translation>die GPU ist vom Bus verschwunden: Maschine drainen und neu starten</translation>
    </message>
    <message>
        <source>corrupted data were sent to the GPU: restart the application</source>
        <translation>verfälschte Daten wurden an die GPU gesendet: Anwendung neu starten</translation>
    </message>
    <message>
        <source>picture decoder error: restart the application</source>
        <translation>Fehler des Bild-Decoders: Anwendung neu starten</translation>
    </message>
    <message>
        <source>video decoder error: restart the application</source>
        <translation>Fehler des Video-Decoders: Anwendung neu starten</translation>
    </message>
    <message>
        <source>optical flow engine exception: restart the application</source>
        <translation>Ausnahme der Optical-Flow-Engine: Anwendung neu starten</translation>
    </message>
    <message>
        <source>high rate of single-bit ECC errors</source>
        <translation>hohe Rate von Einzelbit-ECC-Fehlern</translation>
    </message>
    <message>
        <source>the board&apos;s settings memory (InfoROM) has been written very often</source>
        <translation>der Einstellungsspeicher (InfoROM) des Boards wurde sehr oft beschrieben</translation>
    </message>
    <message>
        <source>uncorrectable memory error, contained: restart the application</source>
        <translation>unkorrigierbarer Speicherfehler, eingegrenzt: Anwendung neu starten</translation>
    </message>
    <message>
        <source>uncorrectable memory error, not contained: reset the GPU</source>
        <translation>unkorrigierbarer Speicherfehler, nicht eingegrenzt: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>a test message</source>
        <translation>eine Testmeldung</translation>
    </message>
    <message>
        <source>context switch timed out: reset the GPU</source>
        <translation>Timeout beim Kontextwechsel: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>security fault: reset the GPU</source>
        <translation>Sicherheitsfehler: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>the GPU&apos;s system processor timed out: reset the GPU</source>
        <translation>Timeout des Systemprozessors der GPU: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>the GPU&apos;s system processor failed: reset the GPU</source>
        <translation>Systemprozessor der GPU ausgefallen: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>C2C link error, corrected</source>
        <translation>C2C-Linkfehler, korrigiert</translation>
    </message>
    <message>
        <source>NVLink training failed: reset the GPU</source>
        <translation>NVLink-Training fehlgeschlagen: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>NVLink privilege error</source>
        <translation>NVLink-Berechtigungsfehler</translation>
    </message>
    <message>
        <source>optical flow engine error: restart the application</source>
        <translation>Fehler der Optical-Flow-Engine: Anwendung neu starten</translation>
    </message>
    <message>
        <source>unrecovered ECC error: reset the GPU</source>
        <translation>nicht behobener ECC-Fehler: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>CUDA fast path error</source>
        <translation>Fehler im CUDA-Fast-Path</translation>
    </message>
    <message>
        <source>video encoder error: contact NVIDIA</source>
        <translation>Fehler des Video-Encoders: an NVIDIA wenden</translation>
    </message>
    <message>
        <source>GPU initialisation failed: reset the GPU</source>
        <translation>Initialisierung der GPU fehlgeschlagen: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>NVLink 5 error (%1)</source>
        <translation>NVLink-5-Fehler (%1)</translation>
    </message>
    <message>
        <source>key rotation failed: restart the virtual machine</source>
        <translation>Schlüsselwechsel fehlgeschlagen: virtuelle Maschine neu starten</translation>
    </message>
    <message>
        <source>deep-learning accelerator: memory fault</source>
        <translation>Deep-Learning-Beschleuniger: Speicherfehler</translation>
    </message>
    <message>
        <source>deep-learning accelerator: timeout</source>
        <translation>Deep-Learning-Beschleuniger: Timeout</translation>
    </message>
    <message>
        <source>the GPU&apos;s recommended recovery action has changed</source>
        <translation>die empfohlene Wiederherstellung der GPU hat sich geändert</translation>
    </message>
    <message>
        <source>NVLink error: reset the GPU</source>
        <translation>NVLink-Fehler: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>a resource was retired: reset the GPU</source>
        <translation>eine Ressource wurde stillgelegt: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>a resource could not be retired</source>
        <translation>eine Ressource konnte nicht stillgelegt werden</translation>
    </message>
    <message>
        <source>fatal timeout: reset the GPU</source>
        <translation>fataler Timeout: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>error on the path to host memory</source>
        <translation>Fehler auf dem Weg zum Hostspeicher</translation>
    </message>
    <message>
        <source>a channel of memory was retired</source>
        <translation>ein Speicherkanal wurde stillgelegt</translation>
    </message>
    <message>
        <source>a channel of memory could not be retired</source>
        <translation>ein Speicherkanal konnte nicht stillgelegt werden</translation>
    </message>
    <message>
        <source>power smoothing works again</source>
        <translation>die Leistungsglättung arbeitet wieder</translation>
    </message>
    <message>
        <source>power smoothing is off</source>
        <translation>die Leistungsglättung ist aus</translation>
    </message>
    <message>
        <source>the power smoothing components are near the end of their life</source>
        <translation>die Bauteile der Leistungsglättung sind fast verschlissen</translation>
    </message>
    <message>
        <source>the power smoothing components have reached the end of their life</source>
        <translation>die Bauteile der Leistungsglättung sind verschlissen</translation>
    </message>
    <message>
        <source>confidential traffic arrived before its link was set up</source>
        <translation>vertraulicher Verkehr kam vor dem Aufbau seines Links</translation>
    </message>
    <message>
        <source>permanent PCIe timeout: drain and restart the machine</source>
        <translation>dauerhafter PCIe-Timeout: Maschine drainen und neu starten</translation>
    </message>
    <message>
        <source>errors in protected memory: its capacity is reduced</source>
        <translation>Fehler im geschützten Speicher: Die GPU bietet weniger davon</translation>
    </message>
    <message>
        <source>the security processor halted: reset the GPU</source>
        <translation>der Sicherheitsprozessor hält an: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>interrupt in confidential mode</source>
        <translation>Interrupt im vertraulichen Modus</translation>
    </message>
    <message>
        <source>uncorrectable DRAM error, confirmed by XID 48: reset the GPU</source>
        <translation>unkorrigierbarer DRAM-Fehler, durch XID 48 bestätigt: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>uncorrectable SRAM error, confirmed by XID 48: reset the GPU</source>
        <translation>unkorrigierbarer SRAM-Fehler, durch XID 48 bestätigt: GPU zurücksetzen</translation>
    </message>
    <message>
        <source>not explained in NVIDIA&apos;s catalogue: contact NVIDIA</source>
        <translation>in NVIDIAs Katalog nicht erklärt: an NVIDIA wenden</translation>
    </message>
    <message>
        <source>not in Lockstep&apos;s catalogue: see NVIDIA&apos;s XID documentation</source>
        <translation>nicht im Katalog von Lockstep: siehe NVIDIAs XID-Dokumentation</translation>
    </message>
    <message>
        <source>%1, for %2&#x2009;s</source>
        <translation>%1, seit %2&#x2009;s</translation>
    </message>
    <message>
        <source>%1: XID %2: %3.</source>
        <translation>%1: XID %2: %3.</translation>
    </message>
    <message>
        <source>rank %1 on %2</source>
        <translation>Rang %1 auf %2</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 wartet</translation>
    </message>
    <message>
        <source>%1: drops %2 packets/s in bursts: mean load %3 %%4; baseline %5</source>
        <translation>%1: verwirft %2 Pakete/s in Bursts: mittlere Last %3 %%4; Basiswert %5</translation>
    </message>
    <message>
        <source>%1: marks %2 packets/s in bursts: mean load %3 %%4; baseline %5</source>
        <translation>%1: markiert %2 Pakete/s in Bursts: mittlere Last %3 %%4; Basiswert %5</translation>
    </message>
    <message>
        <source>%1: sends pause frames to its peers: %2 times/s in bursts: mean load %3 %%4; baseline %5</source>
        <translation>%1: sendet den Gegenstellen %2-mal/s Pause-Frames in Bursts: mittlere Last %3 %%4; Basiswert %5</translation>
    </message>
    <message>
        <source>%1: busiest node above the pool mean by %2, baseline %3</source>
        <translation>%1: meistbelasteter Knoten um %2 über dem Pool-Mittel, Basiswert %3</translation>
    </message>
    <message>
        <source>%1: time to first token %2, baseline %3</source>
        <translation>%1: Zeit bis zum ersten Token %2, Basiswert %3</translation>
    </message>
    <message>
        <source>%1: time per token %2, baseline %3</source>
        <translation>%1: Zeit je Token %2, Basiswert %3</translation>
    </message>
    <message>
        <source>%1: longest queue %2, baseline %3</source>
        <translation>%1: längste Warteschlange %2, Basiswert %3</translation>
    </message>
    <message>
        <source>Loop %1: low flow: %2 of %3</source>
        <translation>Kreis %1: geringer Durchfluss: %2 von %3</translation>
    </message>
    <message>
        <source>Severity over time</source>
        <translation>Schwere im Verlauf</translation>
    </message>
    <message>
        <source>Responders</source>
        <translation>Beteiligte</translation>
    </message>
    <message>
        <source>jobs whose steps are in phase, or GPUs that idle while they wait</source>
        <translation>Jobs, deren Schritte in Phase laufen, oder GPUs, die beim Warten nichts tun</translation>
    </message>
    <message>
        <source>power swing</source>
        <translation>Leistungsschwingung</translation>
    </message>
    <message>
        <source>%1 power swings</source>
        <translation>%1 Leistungsschwingungen</translation>
    </message>
    <message>
        <source>Power of the hall changes by %1 per second, limit %2</source>
        <translation>Leistung der Halle ändert sich um %1 je Sekunde, Grenze %2</translation>
    </message>
    <message>
        <source>Power of the hall changes by %1 per second, limit %2; %3 of it</source>
        <translation>Leistung der Halle ändert sich um %1 je Sekunde, Grenze %2; davon %3</translation>
    </message>
    <message>
        <source>Power of the hall swings by %1 of its peak, limit %2</source>
        <translation>Leistung der Halle schwankt um %1 ihrer Spitze, Grenze %2</translation>
    </message>
    <message>
        <source>Power of the hall swings by %1 of its peak, limit %2; %3 of it</source>
        <translation>Leistung der Halle schwankt um %1 ihrer Spitze, Grenze %2; davon %3</translation>
    </message>
    <message>
        <source>Power of the hall swings by %1 up and down at %2 Hz, limit %3</source>
        <translation>Leistung der Halle schwingt um %1 auf und ab mit %2 Hz, Grenze %3</translation>
    </message>
    <message>
        <source>Power of the hall swings by %1 up and down at %2 Hz, limit %3; %4 of it</source>
        <translation>Leistung der Halle schwingt um %1 auf und ab mit %2 Hz, Grenze %3; davon %4</translation>
    </message>
    <message>
        <source>Power is within the utility&apos;s limits again</source>
        <translation>Leistung liegt wieder innerhalb der Grenzen des Versorgers</translation>
    </message>
    <message>
        <source>Power of the cluster, change per second</source>
        <translation>Leistung des Clusters, Änderung je Sekunde</translation>
    </message>
    <message>
        <source>Power of the cluster, peak to trough</source>
        <translation>Leistung des Clusters, Spitze bis Tal</translation>
    </message>
    <message>
        <source>Power of the cluster, strongest swing</source>
        <translation>Leistung des Clusters, stärkste Schwingung</translation>
    </message>
    <message>
        <source>Power of its GPUs</source>
        <translation>Leistung seiner GPUs</translation>
    </message>
    <message>
        <source>sum of the power of all nodes that report, else of all GPUs; silent ones keep their value for 10 s</source>
        <translation>der Summe der Leistung aller meldenden Knoten, sonst aller GPUs; verstummte behalten ihren Wert 10 s lang</translation>
    </message>
    <message>
        <source>(power - power one sample earlier) / time between them; missing after a gap</source>
        <translation>(Leistung - Leistung eine Messung früher) / Zeit dazwischen; fehlt nach einer Lücke</translation>
    </message>
    <message>
        <source>highest - lowest power within the utility&apos;s window, 10 s unless it is set</source>
        <translation>höchster - niedrigster Leistung im Fenster des Versorgers, 10 s, wenn keines gesetzt ist</translation>
    </message>
    <message>
        <source>largest amplitude of a sine in the last minute, from 0.1 Hz or the utility&apos;s band up to half of the sampling rate</source>
        <translation>der größten Amplitude eines Sinus in der letzten Minute, ab 0,1 Hz oder dem Band des Versorgers bis zur halben Abtastrate</translation>
    </message>
    <message>
        <source>sum of the power of its ranks&apos; GPUs</source>
        <translation>der Summe der Leistung der GPUs seiner Ränge</translation>
    </message>
    <message>
        <source>the program, the placement, or a fault from the start</source>
        <translation>das Programm, die Platzierung oder ein Fehler von Anfang an</translation>
    </message>
    <message>
        <source>job below its reference</source>
        <translation>Job unter seiner Referenz</translation>
    </message>
    <message>
        <source>losses of jobs, or more use than planned</source>
        <translation>Verluste von Jobs oder mehr Nutzung als geplant</translation>
    </message>
    <message>
        <source>target missed</source>
        <translation>Ziel verfehlt</translation>
    </message>
    <message>
        <source>%1 jobs below their reference</source>
        <translation>%1 Jobs unter ihrer Referenz</translation>
    </message>
    <message>
        <source>%1 targets missed</source>
        <translation>%1 Ziele verfehlt</translation>
    </message>
    <message>
        <source>%1: MFU %2, reference %3%4</source>
        <translation>%1: MFU %2, Referenz %3%4</translation>
    </message>
    <message>
        <source>; the reference is from the cluster file</source>
        <translation>; die Referenz stammt aus der Clusterdatei</translation>
    </message>
    <message>
        <source>; the reference is its best hour</source>
        <translation>; die Referenz ist seine beste Stunde</translation>
    </message>
    <message>
        <source>%1: MFU back to its reference: %2</source>
        <translation>%1: MFU wieder an der Referenz: %2</translation>
    </message>
    <message>
        <source>Cluster: goodput %1 in the last hour, target %2</source>
        <translation>Cluster: Goodput %1 in der letzten Stunde, Ziel %2</translation>
    </message>
    <message>
        <source>%1: %2&#x2009;GPU h in the last day, budget %3&#x2009;GPU h</source>
        <translation>%1: %2&#x2009;GPU h am letzten Tag, Budget %3&#x2009;GPU h</translation>
    </message>
    <message>
        <source>%1: the run takes %2, planned %3</source>
        <translation>%1: der Lauf dauert %2, geplant %3</translation>
    </message>
    <message>
        <source>%1: the run ends as planned again, after %2</source>
        <translation>%1: der Lauf endet wieder wie geplant, nach %2</translation>
    </message>
    <message>
        <source>%1; reference %2, %3 below</source>
        <translation>%1; Referenz %2, %3 darunter</translation>
    </message>
    <message>
        <source>%1; reference %2, %3 above</source>
        <translation>%1; Referenz %2, %3 darüber</translation>
    </message>
    <message>
        <source>; reference %1, %2 %3</source>
        <translation>; Referenz %1, %2 %3</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>none yet: neither entered nor measured for an hour</source>
        <translation>noch keine: weder eingetragen noch eine Stunde lang gemessen</translation>
    </message>
    <message>
        <source>Bus bandwidth</source>
        <translation>Busbandbreite</translation>
    </message>
    <message>
        <source>no data: no large collectives between its nodes</source>
        <translation>keine Daten: keine großen Kollektive zwischen seinen Knoten</translation>
    </message>
    <message>
        <source>Length of the run</source>
        <translation>Dauer des Laufs</translation>
    </message>
    <message>
        <source>length of the run</source>
        <translation>Dauer des Laufs</translation>
    </message>
    <message>
        <source>%1, planned %2: %3 later</source>
        <translation>%1, geplant %2: %3 später</translation>
    </message>
    <message>
        <source>%1, planned %2: %3 earlier</source>
        <translation>%1, geplant %2: %3 früher</translation>
    </message>
    <message>
        <source>%1, planned %2: %3 %4</source>
        <translation>%1, geplant %2: %3 %4</translation>
    </message>
    <message>
        <source>time since its start, or the planned time of the steps completed; plus the remaining steps at the pace of the last hour</source>
        <translation>Zeit seit dem Start oder geplante Zeit der erledigten Schritte; dazu die restlichen Schritte im Tempo der letzten Stunde</translation>
    </message>
    <message>
        <source>planned steps × visible range / steps gained in it</source>
        <translation>geplante Schritte × sichtbarer Bereich / darin erledigte Schritte</translation>
    </message>
    <message>
        <source>planned steps</source>
        <translation>geplante Schritte</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>not entered: see [[run]] in the cluster file</source>
        <translation>nicht eingetragen: siehe [[run]] in der Clusterdatei</translation>
    </message>
    <message>
        <source>Cost of the run</source>
        <translation>Kosten des Laufs</translation>
    </message>
    <message>
        <source>length of the run × GPUs</source>
        <translation>Dauer des Laufs × GPUs</translation>
    </message>
    <message>
        <source>Cost of the delay</source>
        <translation>Kosten der Verzögerung</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>met</source>
        <translation>erreicht</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>verfehlt</translation>
    </message>
    <message>
        <source>%1 of %2 for this period, burn %3: %4</source>
        <translation>%1 von %2 für diesen Zeitraum, Verbrauch %3: %4</translation>
    </message>
    <message>
        <source>%1, target %2: %3</source>
        <translation>%1, Ziel %2: %3</translation>
    </message>
    <message>
        <source>burn = reserved / (GPU hours per day × period)</source>
        <translation>Verbrauch = reserviert / (GPU-Stunden je Tag × Zeitraum)</translation>
    </message>
    <message>
        <source>GPU hours per day</source>
        <translation>GPU-Stunden je Tag</translation>
    </message>
    <message>
        <source>productive / reserved</source>
        <translation>produktiv / reserviert</translation>
    </message>
    <message>
        <source>reserved / all GPUs</source>
        <translation>reserviert / alle GPUs</translation>
    </message>
    <message>
        <source>reserved / budget</source>
        <translation>reserviert / Budget</translation>
    </message>
    <message>
        <source>(length of the run − planned) × GPUs</source>
        <translation>(Dauer des Laufs − geplant) × GPUs</translation>
    </message>
    <message>
        <source>Reference MFU</source>
        <translation>Referenz der MFU</translation>
    </message>
    <message>
        <source>Reference bus bandwidth</source>
        <translation>Referenz der Busbandbreite</translation>
    </message>
    <message>
        <source>Planned length of the run</source>
        <translation>Geplante Dauer des Laufs</translation>
    </message>
    <message>
        <source>Projected length of the run</source>
        <translation>Voraussichtliche Dauer des Laufs</translation>
    </message>
    <message>
        <source>MFU of the cluster</source>
        <translation>MFU des Clusters</translation>
    </message>
    <message>
        <source>Reference MFU of the cluster</source>
        <translation>Referenz der MFU des Clusters</translation>
    </message>
    <message>
        <source>as entered in the cluster file, otherwise the best hour of job.mfu</source>
        <translation>aus der Clusterdatei, sonst die beste Stunde von job.mfu</translation>
    </message>
    <message>
        <source>of its slowest communicator between nodes, in its last large collective</source>
        <translation>seines langsamsten Kommunikators zwischen Knoten, im letzten großen Kollektiv</translation>
    </message>
    <message>
        <source>as entered in the cluster file for this operation, size and ranks, otherwise the best hour of job.bus_bandwidth</source>
        <translation>aus der Clusterdatei für diese Operation, Größe und Ränge, sonst die beste Stunde von job.bus_bandwidth</translation>
    </message>
    <message>
        <source>as entered in the cluster file</source>
        <translation>aus der Clusterdatei</translation>
    </message>
    <message>
        <source>mean of job.mfu over the GPUs of all jobs that report it</source>
        <translation>Mittel von job.mfu über die GPUs aller Jobs, die es melden</translation>
    </message>
    <message>
        <source>mean of job.mfu.reference over the same GPUs, if each of their jobs has one</source>
        <translation>Mittel von job.mfu.reference über dieselben GPUs, wenn jeder ihrer Jobs eine hat</translation>
    </message>
    <message>
        <source>This run against earlier runs</source>
        <translation>Dieser Lauf gegen frühere Läufe</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>Frühere Läufe</translation>
    </message>
    <message>
        <source>none in this period</source>
        <translation>keine in diesem Zeitraum</translation>
    </message>
    <message>
        <source>this run; median of the earlier runs</source>
        <translation>dieser Lauf; Median der früheren Läufe</translation>
    </message>
    <message>
        <source>; earlier %1</source>
        <translation>; früher %1</translation>
    </message>
    <message>
        <source>%1; earlier %2, %3 more</source>
        <translation>%1; früher %2, %3 mehr</translation>
    </message>
    <message>
        <source>%1; earlier %2, %3 less</source>
        <translation>%1; früher %2, %3 weniger</translation>
    </message>
    <message>
        <source>%1; earlier %2</source>
        <translation>%1; früher %2</translation>
    </message>
    <message>
        <source>Loss at step %1</source>
        <translation>Loss bei Schritt %1</translation>
    </message>
    <message>
        <source>%1; run before %2</source>
        <translation>%1; Lauf davor %2</translation>
    </message>
    <message>
        <source>training loss at the last step that both runs have</source>
        <translation>Trainings-Loss beim letzten Schritt, den beide Läufe haben</translation>
    </message>
    <message>
        <source>this run compared with the run before</source>
        <translation>dieser Lauf verglichen mit dem davor</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changed: GPUs</source>
        <translation>Geändert: GPUs</translation>
    </message>
    <message>
        <source>Changed: nodes added</source>
        <translation>Geändert: neue Knoten</translation>
    </message>
    <message>
        <source>Changed: nodes left out</source>
        <translation>Geändert: weggelassene Knoten</translation>
    </message>
    <message>
        <source>Changed: racks</source>
        <translation>Geändert: Racks</translation>
    </message>
    <message>
        <source>Changed: %1</source>
        <translation>Geändert: %1</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>nothing that is known</source>
        <translation>nichts, was bekannt ist</translation>
    </message>
    <message>
        <source>%1: GPUs busy without working for %2 min: less than %3 % of their usual power; their job may hang</source>
        <translation>%1: GPUs seit %2 min ausgelastet, ohne zu arbeiten: weniger als %3 % ihrer üblichen Leistung; ihr Job hängt vielleicht</translation>
    </message>
    <message>
        <source>the other GPUs of its node use as much power at full clock</source>
        <translation>die anderen GPUs des Knotens brauchen bei vollem Takt ebenso viel Leistung</translation>
    </message>
    <message>
        <source>%1: GPUs work again</source>
        <translation>%1: GPUs arbeiten wieder</translation>
    </message>
    <message>
        <source>link errors</source>
        <translation>Linkfehler</translation>
    </message>
    <message>
        <source>the seat of the GPU, its riser and the slot</source>
        <translation>den Sitz der GPU, ihre Riserkarte und den Steckplatz</translation>
    </message>
    <message>
        <source>95 % interval (Garwood)</source>
        <translation>95-%-Intervall (Garwood)</translation>
    </message>
    <message>
        <source>lower limit from these, at 95 %</source>
        <translation>Untergrenze daraus, zu 95 %</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>lockstep::NoteBar</name>
    <message>
        <source>  %1 selected</source>
        <translation>  %1 ausgewählt</translation>
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
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
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
    <message>
        <source>%1 · %2 groups</source>
        <translation>%1 · %2 Gruppen</translation>
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
        <source>%1 communicate in %2, with a bus bandwidth of %3.</source>
        <translation>%1 kommunizieren in %2, mit einer Busbandbreite von %3.</translation>
    </message>
    <message>
        <source>%1 communicate in %2, with a bus bandwidth of %3. Its slowest NIC can carry %4.</source>
        <translation>%1 kommunizieren in %2, mit einer Busbandbreite von %3. Die langsamste NIC schafft %4.</translation>
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
        <source>Group</source>
        <translation>Gruppe</translation>
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
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>worst of %1 pairs that share this pixel</source>
        <translation>schlechtestes von %1 Paaren auf diesem Pixel</translation>
    </message>
    <message>
        <source>The collectives of this time are not known.</source>
        <translation>Die Collectives dieser Zeit sind nicht bekannt.</translation>
    </message>
    <message>
        <source>Collectives are matched while data arrives. Press L to go live.</source>
        <translation>Collectives werden zugeordnet, während Daten eintreffen. Mit L zu live.</translation>
    </message>
    <message>
        <source>These groups ran no large collective in the last minute.</source>
        <translation>Diese Gruppen hatten in der letzten Minute kein großes Collective.</translation>
    </message>
    <message>
        <source>Choose other groups above.</source>
        <translation>Wählen Sie oben andere Gruppen.</translation>
    </message>
    <message>
        <source>No large collectives yet.</source>
        <translation>Noch keine großen Collectives.</translation>
    </message>
    <message>
        <source>Run a job with the NCCL plugin, or post job events with the bytes and communicator of each collective.</source>
        <translation>Starten Sie einen Job mit dem NCCL-Plugin, oder senden Sie Job-Ereignisse mit Bytes und Kommunikator jedes Collectives.</translation>
    </message>
</context>
<context>
    <name>lockstep::PowerCanvas</name>
    <message>
        <source>Power of the hall over time, steps of jobs, and spectrum</source>
        <translation>Leistung der Halle über die Zeit, Schritte der Jobs und Spektrum</translation>
    </message>
    <message>
        <source>Above %1 nothing can be measured: one sample in %2</source>
        <translation>Über %1 ist nichts messbar: eine Messung je %2</translation>
    </message>
    <message>
        <source>Swings of the last minute by frequency</source>
        <translation>Schwingungen der letzten Minute nach Frequenz</translation>
    </message>
    <message>
        <source>Sampled too slowly for swings of 0.1 Hz and faster</source>
        <translation>Zu selten gemessen für Schwingungen ab 0,1 Hz</translation>
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
        <source>Power of the hall at %1</source>
        <translation>Leistung der Halle um %1</translation>
    </message>
    <message>
        <source>hall</source>
        <translation>Halle</translation>
    </message>
    <message>
        <source>Amplitude of a sine in the last minute: half of its peak to trough</source>
        <translation>Amplitude eines Sinus in der letzten Minute: die Hälfte von Spitze bis Tal</translation>
    </message>
</context>
<context>
    <name>lockstep::PowerPanel</name>
    <message>
        <source>%1, limit %2</source>
        <translation>%1, Grenze %2</translation>
    </message>
    <message numerus="yes">
        <source>, %n GPUs power capped</source>
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
        <source>Power of GPUs</source>
        <translation>Leistung der GPUs</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>sum over GPUs; the power of nodes is not measured</source>
        <translation>Summe der GPUs; die Leistung der Knoten wird nicht gemessen</translation>
    </message>
    <message>
        <source>sum over all nodes that report</source>
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
        <source>highest - lowest power in the last %1</source>
        <translation>höchste - niedrigste Leistung der letzten %1</translation>
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
        <source>between two samples, %1 apart; a faster change reads as slower</source>
        <translation>zwischen zwei Messungen im Abstand von %1; eine schnellere Änderung erscheint langsamer</translation>
    </message>
    <message>
        <source>Strongest swing</source>
        <translation>Stärkste Schwingung</translation>
    </message>
    <message>
        <source>%1 up and down at %2</source>
        <translation>%1 auf und ab mit %2</translation>
    </message>
    <message>
        <source>amplitude of a sine in the last minute (Hann window); the limit applies from %1 to %2, and nothing above %3 can be measured</source>
        <translation>Amplitude eines Sinus in der letzten Minute (Hann-Fenster); die Grenze gilt von %1 bis %2, und über %3 ist nichts messbar</translation>
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
        <source>in opposite phase</source>
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
        <source>power of its GPUs; its share of the hall&apos;s strongest swing, projected on the hall&apos;s phase</source>
        <translation>Leistung seiner GPUs; sein Anteil an der stärksten Schwingung der Halle, auf deren Phase projiziert</translation>
    </message>
    <message>
        <source>behind the hall</source>
        <translation>hinter der Halle</translation>
    </message>
    <message>
        <source>%1°</source>
        <translation>%1°</translation>
    </message>
    <message>
        <source>peak to trough in its last step</source>
        <translation>Spitze bis Tal im letzten Schritt</translation>
    </message>
    <message>
        <source>Power feeds</source>
        <translation>Einspeisungen</translation>
    </message>
    <message>
        <source>racks with several feeds draw equally from each; the headroom assumes that their other feeds fail</source>
        <translation>Racks mit mehreren Einspeisungen beziehen aus jeder gleich viel; die Reserve nimmt an, dass ihre anderen ausfallen</translation>
    </message>
    <message>
        <source>if the other feeds fail</source>
        <translation>wenn die anderen ausfallen</translation>
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
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Reading power from the recording.</source>
        <translation>Die Leistung wird aus der Aufzeichnung gelesen.</translation>
    </message>
    <message>
        <source>No power is measured at this moment.</source>
        <translation>Zu diesem Zeitpunkt wird keine Leistung gemessen.</translation>
    </message>
    <message>
        <source>Connect agents on nodes with GPUs or power sensors, or add [[redfish]] or [[modbus]] to an agent.toml.</source>
        <translation>Agenten auf Knoten mit GPUs oder Leistungssensoren verbinden, oder [[redfish]] oder [[modbus]] in eine agent.toml aufnehmen.</translation>
    </message>
</context>
<context>
    <name>lockstep::RackArranging</name>
    <message>
        <source>Arrange racks</source>
        <translation>Racks anordnen</translation>
    </message>
    <message>
        <source>Undo:</source>
        <translation>Rückgängig:</translation>
    </message>
    <message>
        <source>Redo:</source>
        <translation>Wiederholen:</translation>
    </message>
    <message>
        <source>Save layout...</source>
        <translation>Anordnung speichern...</translation>
    </message>
    <message>
        <source>%1 was not moved: %2 blocks it</source>
        <translation>%1 wurde nicht verschoben: %2 steht im Weg</translation>
    </message>
    <message>
        <source>The racks of a recording cannot be moved. Switch to live to arrange racks.</source>
        <translation>Die Racks einer Aufzeichnung lassen sich nicht verschieben. Wechseln Sie zu live, um Racks anzuordnen.</translation>
    </message>
    <message>
        <source>move of %1</source>
        <translation>Verschieben von %1</translation>
    </message>
    <message>
        <source>Layout not saved</source>
        <translation>Anordnung nicht gespeichert</translation>
    </message>
    <message>
        <source>Save the layout as a cluster file</source>
        <translation>Die Anordnung als Cluster-Datei speichern</translation>
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
        <source>Positions of %n racks saved in %1</source>
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
        <source>Reserved GPU hour</source>
        <translation>Reservierte GPU-Stunde</translation>
    </message>
    <message>
        <source>Hour of labour</source>
        <translation>Arbeitsstunde</translation>
    </message>
    <message>
        <source>Day of delay</source>
        <translation>Tag Verzug</translation>
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
        <source>Lockstep sends a JSON POST to each address when an alert begins, changes or ends. An address that ends in /api/v2/alerts is treated as an Alertmanager. Only live data is reported, never the demo.</source>
        <translation>Lockstep sendet ein JSON-POST an jede Adresse, wenn ein Alarm beginnt, sich ändert oder endet. Eine Adresse auf /api/v2/alerts gilt als Alertmanager. Nur Live-Daten werden gemeldet, nie die Demo.</translation>
    </message>
    <message>
        <source>optional; default: the system&apos;s authorities</source>
        <translation>optional; sonst die Zertifizierungsstellen des Systems</translation>
    </message>
    <message>
        <source>optional; the file must be readable only by you</source>
        <translation>optional; nur Sie dürfen die Datei lesen können</translation>
    </message>
    <message>
        <source>Send a message marked as a test to all addresses</source>
        <translation>Eine als Test gekennzeichnete Meldung an alle Adressen senden</translation>
    </message>
    <message>
        <source>Addresses (one per line)</source>
        <translation>Adressen (eine je Zeile)</translation>
    </message>
    <message>
        <source>Certificate authorities (PEM)</source>
        <translation>Zertifizierungsstellen (PEM)</translation>
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
        <source>Sending: %1</source>
        <translation>Wird gesendet: %1</translation>
    </message>
</context>
<context>
    <name>lockstep::RecordingLimitsDialog</name>
    <message>
        <source>Recording limits</source>
        <translation>Aufzeichnungsgrenzen</translation>
    </message>
    <message>
        <source>The oldest data is deleted first. Lockstep keeps the minimum, mean and maximum of deleted samples per minute and per ten minutes. New limits apply to the next source that you open.</source>
        <translation>Die ältesten Daten werden zuerst gelöscht. Von gelöschten Messwerten bleiben Minimum, Mittelwert und Maximum je Minute und je zehn Minuten. Neue Grenzen gelten ab der nächsten Quelle, die Sie öffnen.</translation>
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
        <source>Time held at the current rate</source>
        <translation>Reicht bei der jetzigen Rate für</translation>
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
</context>
<context>
    <name>lockstep::RecordingSession</name>
    <message>
        <source>This recording has too many events to list; events after %1 are omitted</source>
        <translation>Diese Aufzeichnung hat zu viele Ereignisse; Ereignisse nach %1 fehlen in der Liste</translation>
    </message>
    <message>
        <source>Results on maps and charts end %1 into this recording; the rest does not fit into %2 MB of memory</source>
        <translation>Ergebnisse auf Karten und Diagrammen enden %1 nach Beginn dieser Aufzeichnung; der Rest passt nicht in %2 MB Speicher</translation>
    </message>
    <message>
        <source>This recording has no analysis results yet: %1 % analysed</source>
        <translation>Diese Aufzeichnung hat noch keine Analyseergebnisse: %1 % ausgewertet</translation>
    </message>
    <message>
        <source>This recording has too many events to list; events before %1 are omitted</source>
        <translation>Diese Aufzeichnung hat zu viele Ereignisse für die Liste; Ereignisse vor %1 fehlen</translation>
    </message>
</context>
<context>
    <name>lockstep::RollingRecording</name>
    <message>
        <source>Recording resumed: %1</source>
        <translation>Aufzeichnung fortgesetzt: %1</translation>
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
        <source>%n metrics, own units</source>
        <translation>
            <numerusform>%n Metrik</numerusform>
            <numerusform>%n Metriken, eigene Einheiten</numerusform>
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
        <source>The selected entity has no metrics of its own. Select a node or a part of a node.</source>
        <translation>Die ausgewählte Komponente hat keine eigenen Metriken. Wählen Sie einen Knoten oder einen Teil davon.</translation>
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
        <source>At</source>
        <translation>Um</translation>
    </message>
</context>
<context>
    <name>lockstep::Session</name>
    <message>
        <source>No later event of the selection</source>
        <translation>Kein späteres Ereignis der Auswahl</translation>
    </message>
    <message>
        <source>No earlier event of the selection</source>
        <translation>Kein früheres Ereignis der Auswahl</translation>
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
        <source>No later span of the selection</source>
        <translation>Kein späterer Span der Auswahl</translation>
    </message>
    <message>
        <source>No earlier span of the selection</source>
        <translation>Kein früherer Span der Auswahl</translation>
    </message>
    <message>
        <source>No later span of the selection in memory</source>
        <translation>Kein späterer Span der Auswahl im Speicher</translation>
    </message>
    <message>
        <source>No earlier span of the selection in memory</source>
        <translation>Kein früherer Span der Auswahl im Speicher</translation>
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
        <source>Peer</source>
        <translation>Gegenstelle</translation>
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
        <source>%n reporters</source>
        <translation>
            <numerusform>%n Melder</numerusform>
            <numerusform>%n Melder</numerusform>
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
        <source>%n sources without a node</source>
        <translation>
            <numerusform>%n Quelle ohne Knoten</numerusform>
            <numerusform>%n Quellen ohne Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1; clock offset = node clock − this machine&apos;s clock</source>
        <translation>%1; Uhrabweichung = Uhr des Knotens − Uhr dieser Maschine</translation>
    </message>
</context>
<context>
    <name>lockstep::StartExerciseDialog</name>
    <message>
        <source>Practise on a drill</source>
        <translation>An einem Störfall üben</translation>
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
        <source>Faint (one third)</source>
        <translation>Schwach (ein Drittel)</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>One of the drills, or a quiet day without a fault.</source>
        <translation>Einer der Störfälle oder ein ruhiger Tag ohne Störung.</translation>
    </message>
    <message>
        <source>The drill runs on a simulated cluster, at a random place and time. Report when you notice a problem, then diagnose its cause and place. The run is recorded.</source>
        <translation>Der Störfall läuft auf einem simulierten Cluster, an zufälligem Ort und zu zufälliger Zeit. Melden Sie, wenn Sie ein Problem bemerken, dann bestimmen Sie Ursache und Ort. Der Lauf wird aufgezeichnet.</translation>
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
        <source>Not connected. Choose a source.</source>
        <translation>Nicht verbunden. Wählen Sie eine Quelle.</translation>
    </message>
    <message>
        <source>Start demo</source>
        <translation>Demo starten</translation>
    </message>
    <message>
        <source>Watch this machine</source>
        <translation>Diese Maschine beobachten</translation>
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
        <source>Folder that Lockstep recorded or imported. Drop a bundle on the window to open it.</source>
        <translation>Ordner, den Lockstep aufgezeichnet oder importiert hat. Ein Bundle auf das Fenster ziehen öffnet es.</translation>
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
        <source>Health of the sources</source>
        <translation>Zustand der Quellen</translation>
    </message>
    <message>
        <source>No sources</source>
        <translation>Keine Quellen</translation>
    </message>
    <message>
        <source>Sources: %1</source>
        <translation>Quellen: %1</translation>
    </message>
    <message>
        <source>%1 ticks dropped, see Help &gt; Diagnostics</source>
        <translation>%1 Ticks verworfen, siehe Hilfe &gt; Diagnose des Programms</translation>
    </message>
</context>
<context>
    <name>lockstep::StepHeatCanvas</name>
    <message>
        <source>Steps by ranks</source>
        <translation>Schritte nach Rängen</translation>
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
        <source>%1 waited %2 in step %3; others lost %4 GPU s because of it</source>
        <translation>%1 wartete %2 in Schritt %3; andere verloren seinetwegen %4 GPU s</translation>
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
        <source>How long each rank waited for others</source>
        <translation>Wie lange jeder Rang auf andere wartete</translation>
    </message>
    <message>
        <source>Blame</source>
        <translation>Blame</translation>
    </message>
    <message>
        <source>How much GPU time others lost because of each rank</source>
        <translation>Wie viel GPU-Zeit andere wegen jedes Rangs verloren</translation>
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
        <source>How the compute time of each rank changes against its peers over thousands of steps</source>
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
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Reading allocations from the recording.</source>
        <translation>Zuteilungen werden aus der Aufzeichnung gelesen.</translation>
    </message>
    <message>
        <source>No tenant held a GPU in the visible range.</source>
        <translation>Kein Mandant hatte im sichtbaren Bereich eine GPU.</translation>
    </message>
    <message>
        <source>Zoom out, or go to another moment.</source>
        <translation>Verkleinern Sie den Maßstab, oder wählen Sie einen anderen Zeitpunkt.</translation>
    </message>
    <message>
        <source>The tenants of the jobs are not known.</source>
        <translation>Die Mandanten der Jobs sind nicht bekannt.</translation>
    </message>
    <message>
        <source>Add [slurm] or [kubernetes] to the agent.toml of one agent. It queries the scheduler for all nodes.</source>
        <translation>Ergänzen Sie [slurm] oder [kubernetes] in der agent.toml eines Agenten. Er fragt den Scheduler für alle Knoten ab.</translation>
    </message>
    <message>
        <source>GPU time of %1</source>
        <translation>GPU-Zeit von %1</translation>
    </message>
    <message>
        <source>%1 to %2; causes at the moment shown</source>
        <translation>%1 bis %2; Ursachen zum gezeigten Zeitpunkt</translation>
    </message>
</context>
<context>
    <name>lockstep::TenantsModel</name>
    <message>
        <source>Reserved but not productive: waits, checkpoints, restarts, lost work, idle</source>
        <translation>Reserviert, aber nicht produktiv: Warten, Checkpoints, Neustarts, verlorene Arbeit, untätig</translation>
    </message>
    <message>
        <source>Reserved, but no rank reported: may have been productive or lost</source>
        <translation>Reserviert, aber kein Rang hat gemeldet: kann produktiv oder verloren gewesen sein</translation>
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
        <source>Follow the newest data</source>
        <translation>Den neuesten Daten folgen</translation>
    </message>
    <message>
        <source>Go live</source>
        <translation>Zu live wechseln</translation>
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
        <source>all data, %1, UTC</source>
        <translation>alle Daten, %1, UTC</translation>
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
        <source>Since the alert</source>
        <translation>Seit dem Alarm</translation>
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
        <source>%2: %1 of the GPU time</source>
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
        <source>Overview of the full range</source>
        <translation>Übersicht über den ganzen Bereich</translation>
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
        <source>Spans of jobs, one lane per row. W and S zoom, A and D pan, Up and Down choose a lane. P pins it, L goes live, Esc clears.</source>
        <translation>Spans von Jobs, eine Spur je Zeile. W und S zoomen, A und D verschieben, Auf und Ab wählen eine Spur. P heftet sie an, L wechselt zu live, Esc hebt auf.</translation>
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
        <source>%n lanes, range %1</source>
        <translation>
            <numerusform>%n Spur, Bereich %1</numerusform>
            <numerusform>%n Spuren, Bereich %1</numerusform>
        </translation>
    </message>
    <message>
        <source>No lane matches.</source>
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
        <source>Filter: rack, node, gpu...</source>
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
        <source>%1, %2; worst of each, problems first</source>
        <translation>%1, %2; jeweils der schlechteste Wert, Probleme zuerst</translation>
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
        <source>When a collective times out, PyTorch&apos;s Flight Recorder writes a dump for each rank, with its last collectives. Agents that watch the dump folder keep copies of the latest ones. Their configuration must allow fetching. The folder&apos;s name is the job&apos;s name.</source>
        <translation>Läuft ein Collective in den Timeout, schreibt der Flight Recorder von PyTorch je Rang einen Dump mit den letzten Collectives. Agenten, die den Dump-Ordner beobachten, behalten Kopien der neuesten. Ihre Konfiguration muss das Abrufen erlauben. Der Name des Ordners ist der Name des Jobs.</translation>
    </message>
    <message>
        <source>All processes of the job record with PyTorch&apos;s profiler from the same moment, about ten seconds from now. Recording slows the job down. The job must have been started with KINETO_USE_DAEMON=1, and the agents&apos; configuration must allow recording.</source>
        <translation>Alle Prozesse des Jobs zeichnen mit dem Profiler von PyTorch ab demselben Zeitpunkt auf, in etwa zehn Sekunden. Die Aufzeichnung bremst den Job. Der Job muss mit KINETO_USE_DAEMON=1 gestartet sein, und die Konfiguration der Agenten muss Aufzeichnungen erlauben.</translation>
    </message>
    <message>
        <source>job with the latest dumps</source>
        <translation>Job mit den neuesten Dumps</translation>
    </message>
    <message>
        <source>Querying agents...</source>
        <translation>Agenten werden abgefragt...</translation>
    </message>
    <message>
        <source>Cannot fetch dumps: %1</source>
        <translation>Dumps können nicht abgerufen werden: %1</translation>
    </message>
    <message>
        <source>Cannot record a trace: %1</source>
        <translation>Der Trace kann nicht aufgezeichnet werden: %1</translation>
    </message>
    <message numerus="yes">
        <source>Fetched the dumps of %n ranks into %1</source>
        <translation>
            <numerusform>Dump von %n Rang nach %1 abgerufen</numerusform>
            <numerusform>Dumps von %n Rängen nach %1 abgerufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recorded %n processes into %1</source>
        <translation>
            <numerusform>%n Prozess nach %1 aufgezeichnet</numerusform>
            <numerusform>%n Prozesse nach %1 aufgezeichnet</numerusform>
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
        <source>No later span of the selection</source>
        <translation>Kein späterer Span der Auswahl</translation>
    </message>
    <message>
        <source>No earlier span of the selection</source>
        <translation>Kein früherer Span der Auswahl</translation>
    </message>
    <message>
        <source>Wait results on maps and charts end %1 into the trace; the rest does not fit into %2 MB of memory. The timeline shows all of it.</source>
        <translation>Warteergebnisse auf Karten und Diagrammen enden %1 nach Beginn des Traces; der Rest passt nicht in %2 MB Speicher. Die Zeitleiste zeigt alles.</translation>
    </message>
    <message>
        <source>%1 more notes about these files. Run lockstep analyze to print all of them.</source>
        <translation>%1 weitere Hinweise zu diesen Dateien. lockstep analyze gibt alle aus.</translation>
    </message>
</context>
<context>
    <name>lockstep::Transport</name>
    <message>
        <source>Step back</source>
        <translation>Schritt zurück</translation>
    </message>
    <message>
        <source>Back one tick (,), span (Ctrl+,), event (Alt+,) or bookmark (Ctrl+Alt+,)</source>
        <translation>Zurück um einen Tick (,), Span (Strg+,), ein Ereignis (Alt+,) oder Lesezeichen (Strg+Alt+,)</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>Schritt vor</translation>
    </message>
    <message>
        <source>Forward one tick (.), span (Ctrl+.), event (Alt+.) or bookmark (Ctrl+Alt+.)</source>
        <translation>Vor um einen Tick (.), Span (Strg+.), ein Ereignis (Alt+.) oder Lesezeichen (Strg+Alt+.)</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Loop the visible range, or stop looping (R); Shift + drag marks another range</source>
        <translation>Den sichtbaren Bereich wiederholen oder die Schleife beenden (R); Umschalt + Ziehen markiert einen anderen Bereich</translation>
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
        <source>%n reporters stale</source>
        <translation>
            <numerusform>%n Melder veraltet</numerusform>
            <numerusform>%n Melder veraltet</numerusform>
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
        <source>Adds to step time</source>
        <translation>Verlängert den Schritt um</translation>
    </message>
    <message>
        <source>Saved per step without it</source>
        <translation>Je Schritt ohne sie gespart</translation>
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
        <source>Steps are replayed from their spans. In the ideal step, each operation takes the mean of its kind, and each transfer has its usual bandwidth.</source>
        <translation>Schritte werden aus ihren Spans nachgespielt. Im idealen Schritt dauert jede Operation so lange wie das Mittel ihrer Art, und jeder Transfer hat seine übliche Bandbreite.</translation>
    </message>
    <message>
        <source>No steps to replay yet.</source>
        <translation>Noch keine Schritte zum Nachspielen.</translation>
    </message>
    <message>
        <source>Run a job that reports spans with step and operation, or open a trace of training steps.</source>
        <translation>Starten Sie einen Job, der Spans mit Schritt und Operation meldet, oder öffnen Sie einen Trace von Trainingsschritten.</translation>
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
        <source>Watch</source>
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

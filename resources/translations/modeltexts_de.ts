<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
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
        <source>%1 components without data</source>
        <translation>%1 Komponenten ohne Daten</translation>
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
        <source>no matching finding</source>
        <translation>kein solcher Befund</translation>
    </message>
    <message>
        <source>no matching finding on %1</source>
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
        <source>never: the fault causes no loss now</source>
        <translation>nie: die Störung verursacht derzeit keinen Verlust</translation>
    </message>
    <message>
        <source>Draining pays off if it lasts</source>
        <translation>Drainen lohnt sich, wenn es anhält</translation>
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
        <source>not worthwhile: continuing costs least</source>
        <translation>lohnt nicht: Weiterlaufen kostet am wenigsten</translation>
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
        <source>Exposed bandwidth per rank</source>
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
        <source>no alert explains the losses</source>
        <translation>kein Alarm erklärt die Verluste</translation>
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
        <source>no action needed</source>
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
        <source>NCCL communicators, from RAS</source>
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
        <source>Congestion notifications handled</source>
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
        <source>Memory rows that could not be remapped</source>
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
        <source>Electrical power of the cooled nodes</source>
        <translation>Elektrische Leistung der gekühlten Knoten</translation>
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
        <source>median duration of the last checkpoint over its ranks</source>
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
        <source>no known change</source>
        <translation>keine bekannte Änderung</translation>
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
        <source>Outdoor temperature at the cooling plant</source>
        <translation>Außentemperatur an der Kühlanlage</translation>
    </message>
    <message>
        <source>Air supply temperature of the cooling unit</source>
        <translation>Zulufttemperatur der Kühleinheit</translation>
    </message>
    <message>
        <source>Power of all cooling units</source>
        <translation>Leistung aller Kühleinheiten</translation>
    </message>
    <message>
        <source>sum of loop.power; missing unless every loop reports it</source>
        <translation>Summe von loop.power; fehlt, wenn nicht jeder Kreis sie meldet</translation>
    </message>
    <message>
        <source>Partial PUE, cooling units only</source>
        <translation>Partielle PUE, nur Kühleinheiten</translation>
    </message>
    <message>
        <source>(power of the cluster + power of all cooling units) / power of the cluster</source>
        <translation>(Leistung des Clusters + Leistung aller Kühleinheiten) / Leistung des Clusters</translation>
    </message>
    <message>
        <source>Cooling power of its GPUs</source>
        <translation>Kühlleistung für die GPUs</translation>
    </message>
    <message>
        <source>power of its GPUs x (partial PUE - 1)</source>
        <translation>Leistung der GPUs × (partielle PUE − 1)</translation>
    </message>
    <message>
        <source>Cooling of its GPUs</source>
        <translation>Kühlung der GPUs</translation>
    </message>
    <message>
        <source>no data: no power is measured</source>
        <translation>keine Daten: keine Leistung wird gemessen</translation>
    </message>
    <message>
        <source>no data: no cooling unit reports its own power</source>
        <translation>keine Daten: keine Kühleinheit meldet ihre eigene Leistung</translation>
    </message>
    <message>
        <source>a checkpoint that cannot be written or read</source>
        <translation>ein Checkpoint, der nicht geschrieben oder gelesen werden kann</translation>
    </message>
    <message>
        <source>failed checkpoint</source>
        <translation>fehlgeschlagener Checkpoint</translation>
    </message>
    <message>
        <source>%1 failed checkpoints</source>
        <translation>%1 fehlgeschlagene Checkpoints</translation>
    </message>
    <message>
        <source>Checkpoint, time to read</source>
        <translation>Checkpoint, Dauer des Lesens</translation>
    </message>
    <message>
        <source>from the first rank&apos;s start to the last rank&apos;s end of the last read after a restart</source>
        <translation>vom Beginn des ersten bis zum Ende des letzten Rangs beim letzten Lesen nach einem Neustart</translation>
    </message>
    <message>
        <source>Checkpoint, read bandwidth</source>
        <translation>Checkpoint, Lesebandbreite</translation>
    </message>
    <message>
        <source>bytes of the last read after a restart, all ranks / its time</source>
        <translation>Bytes des letzten Lesens nach einem Neustart, alle Ränge / Dauer</translation>
    </message>
    <message>
        <source>Last read after a restart</source>
        <translation>Letztes Lesen nach einem Neustart</translation>
    </message>
    <message>
        <source>Read bandwidth</source>
        <translation>Lesebandbreite</translation>
    </message>
    <message>
        <source>no data: it posts no &quot;restart&quot; with the operation &quot;restore&quot;</source>
        <translation>keine Daten: kein „restart“ mit der Operation „restore“ gemeldet</translation>
    </message>
    <message>
        <source>no data: its restores do not report bytes</source>
        <translation>keine Daten: die Wiederherstellungen melden keine Bytes</translation>
    </message>
</context>
</TS>

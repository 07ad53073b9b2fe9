import type { doors as english } from '../en/doors.ts'

export const doors: Readonly<Record<keyof typeof english, string>> = {
  'doors.title': 'Accueil aux portes',
  'doors.none': 'Aucune porte',
  'doors.noneText': 'Aucun événement à venir dont vous pouvez préparer les portes.',
  'doors.event': 'Événement',
  'doors.show': 'Afficher',
  'doors.inside': '{inside, number} à l’intérieur sur {expected, number} attendus',
  'doors.phones': 'Téléphones',
  'doors.noPhones': 'Aucun téléphone n’est encore associé à cet événement.',
  'doors.pair': 'Associer un téléphone',
  'doors.phoneName': 'Nom du téléphone',
  'doors.phoneHint': 'Pour savoir lequel c’est, p. ex. « Ada, porte A ».',
  'doors.gate': 'Porte',
  'doors.anyGate': 'Aucune porte',
  'doors.gates': 'Portes',
  'doors.gateName': 'Nom de la porte',
  'doors.gatePlace': 'Où elle se trouve',
  'doors.addGate': 'Ajouter une porte',
  'doors.waiting': 'en attente d’association',
  'doors.paired': 'associé',
  'doors.revoked': 'révoqué',
  'doors.seen':
    'Dernier contact {seen} ; {unsent, plural, =0 {tout est envoyé} one {# lecture non envoyée} other {# lectures non envoyées}}.',
  'doors.battery': 'Batterie {percent, number} %.',
  'doors.revoke': 'Révoquer',
  'doors.pairing': 'Associer « {name} »',
  'doors.scan':
    'Scannez ceci avec l’appareil photo du téléphone. Valable une seule fois, jusqu’à {until}.',
  'doors.picture': 'Le code qui associe le téléphone',
  'doors.address': 'Ou ouvrez cette adresse sur le téléphone :',
  'doors.notSecure':
    'Cette adresse n’est pas en https : les téléphones n’ouvriront pas leur caméra.',
  'doors.back': 'Retour aux portes',
  'doors.noName': 'Il manque un nom.',
  'doors.again':
    'Déconnectez-vous puis reconnectez-vous d’abord : ce navigateur s’est connecté il y a plus de dix minutes.',
  'doors.maySearch': 'Peut chercher par nom',
  'doors.maySearchHint': 'Avec un réseau seulement. Aucun nom n’est lisible sur un téléphone.',
  'doors.paper': 'Quand plus rien ne marche',
  'doors.print': 'Imprimer la liste d’entrée',
  'doors.file': 'Fichier enregistré par un téléphone',
  'doors.fileHint': 'Sur le téléphone : More, « Save what was not sent as a file ».',
  'doors.takeFile': 'Reprendre les scans',
  'doors.fileTaken':
    '{count, plural, one {# scan a été repris.} other {# scans ont été repris.}}',
  'doors.fileWrong':
    'Ce n’est pas le fichier d’un téléphone de ces entrées, ou il a été modifié.',
  'doors.listTitle': 'Liste d’entrée : {event}',
  'doors.listText':
    'Imprimez cette page. Cochez les noms à la main, puis saisissez les coches sous « Coches de la liste ».',
  'doors.part': 'Partie {part} sur {parts}',
  'doors.blank': 'Sans nom dans cette liste',
  'doors.page': 'Page {page} sur {pages}',
  'doors.printedAt': 'imprimé {at}',
  'doors.see': 'voir {name}',
  'doors.places':
    '{count, plural, one {# place} other {# places}}{order, plural, =0 {} other {, commande #}}',
  'doors.owed': 'à payer : {sum}',
  'doors.ticksTitle': 'Coches de la liste',
  'doors.ticksSearch': 'Nom ou numéro de commande',
  'doors.ticksFind': 'Chercher',
  'doors.ticksTime': 'Heure d’entrée approximative',
  'doors.tick': 'Ils sont entrés',
  'doors.ticked':
    '{count, plural, one {# place est entrée.} other {# places sont entrées.}}',
  'doors.noTicks': 'Personne n’est coché.',
  'doors.noTime': 'Indiquez l’heure d’entrée, par exemple 19:30.',
  'doors.nobody': 'Personne n’a été trouvé.',
  'doors.more':
    '{count, plural, one {Encore # commande trouvée.} other {Encore # commandes trouvées.}} Cherchez pour les voir.',
  'doors.cameAt': 'entré à {at}',
}

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
    'Dernier contact {seen} ; {unsent, plural, =0 {tout est envoyé} one {# lecture non envoyée} other {# lectures non envoyées}}.',
  'doors.battery': 'Batterie {percent, number} %.',
  'doors.revoke': 'Révoquer',
  'doors.pairing': 'Associer « {name} »',
  'doors.scan':
    'Scannez ceci avec l’appareil photo du téléphone. Valable une seule fois, jusqu’à {until}.',
  'doors.picture': 'Le code qui associe le téléphone',
  'doors.address': 'Ou ouvrez cette adresse sur le téléphone :',
  'doors.notSecure':
    'Cette adresse n’est pas en https : les téléphones n’ouvriront pas leur caméra.',
  'doors.back': 'Retour aux portes',
  'doors.noName': 'Il manque un nom.',
  'doors.again':
    'Déconnectez-vous puis reconnectez-vous d’abord : ce navigateur s’est connecté il y a plus de dix minutes.',
}

import type { mails as english } from '../en/mails.ts'

export const mails: Readonly<Record<keyof typeof english, string>> = {
  'mail.colon': ' :',
  'mail.hello': 'Bonjour,',
  'mail.helloName': 'Bonjour {name},',
  'mail.footer': 'Ce message vous est envoyé par {site} au sujet d’une commande ou d’un billet.',
  'mail.contact':
    'Des questions ? Répondez à ce message : il parviendra à l’organisateur ({organizer}).',
  'mail.doors': 'Ouverture des portes',
  'mail.online': 'En ligne',
  'mail.order': 'Commande',
  'mail.total': 'Total',
  'mail.refunded': 'Remboursé',
  'mail.yourTickets': 'Vos billets',
  'mail.somebody': 'Quelqu’un',
  'mail.holder': 'Nom',
  'mail.code': 'Code',
  'mail.qrOf': 'Code QR du billet de {holder}',
  'mail.showAtDoor': 'Présentez le code QR à l’entrée, imprimé ou sur votre téléphone.',
  'mail.manyTickets': 'Les codes QR de vos billets se trouvent dans le PDF proposé ci-dessous.',
  'mail.asPdf': 'Billets en PDF',
  'mail.seeOrder': 'Voir la commande',
  'mail.seeEvent': 'Voir l’événement',
  'mail.events': '{count, plural, one {# événement} other {# événements}}',
  'mail.confirmed.subject': 'Vos billets : {event}',
  'mail.confirmed.intro':
    '{count, plural, one {Votre commande est terminée. Voici votre billet.} other {Votre commande est terminée. Voici vos # billets.}}',
  'mail.confirmed.nobodyComes': 'Merci de nous avoir prévenus de votre absence.',
  'mail.confirmed.passedOn':
    'Votre commande est terminée. Tous ses billets ont été transmis ; la page de votre commande indique à qui.',
  'mail.issued.subject': 'Votre billet : {event}',
  'mail.issued.intro':
    '{count, plural, one {{buyer} a commandé un billet pour vous.} other {{buyer} a commandé # billets pour vous.}}',
  'mail.pending.subject': 'Commande {order} : votre paiement n’est pas encore terminé',
  'mail.pending.intro':
    'Votre paiement n’est pas encore arrivé. Dès que nous l’aurons reçu, vos billets vous parviendront par e-mail. Si votre banque vous demande de confirmer le paiement, merci de le faire.',
  'mail.failed.subject': 'La commande {order} n’a pas abouti',
  'mail.failed.unpaid':
    'Votre paiement n’a pas abouti. Rien n’a été débité et les places sont de nouveau libres.',
  'mail.failed.paid':
    'À l’arrivée de votre paiement, les places n’étaient plus disponibles. Vous serez intégralement remboursé.',
  'mail.failed.paidInVain':
    'Votre paiement n’a pas permis de conclure cette commande. Vous serez intégralement remboursé.',
  'mail.failed.again': 'Choisir à nouveau des billets',
  'mail.refund.subject': 'Commande {order} : votre remboursement',
  'mail.refund.money':
    'Nous vous avons remboursé {amount}. Le montant peut mettre quelques jours à apparaître sur votre compte.',
  'mail.refund.byHand': 'Nous vous avons remboursé {amount}.',
  'mail.refund.places': 'Des places de votre commande ont été rendues.',
  'mail.refund.left':
    '{count, plural, one {# billet de la commande reste valable.} other {# billets de la commande restent valables.}}',
  'mail.refund.none': 'Plus aucun billet de la commande n’est valable.',
  'mail.links.subject': 'Vos commandes et billets chez {site}',
  'mail.links.intro':
    'Vous avez demandé les liens vers vos commandes et vos billets. Toute personne qui possède un lien peut voir la commande ou le billet.',
  'mail.links.unasked': 'Si vous n’avez rien demandé, vous pouvez ignorer ce message.',
  'mail.transferred.subject': 'Votre billet : {event}',
  'mail.transferred.intro':
    'Un billet vous a été transmis. Seul le code de ce message est valable.',
  'mail.transferred.open': 'Voir le billet ou le transmettre',
  'mail.transferred.formerSubject': 'Votre billet a été transmis : {event}',
  'mail.transferred.former':
    'Votre billet a été transmis à une autre personne. Votre ancien code ne donne plus accès à l’événement. Si vous ne vous y attendiez pas, contactez l’organisateur.',
  'mail.returned.subject': 'Votre billet a été rendu : {event}',
  'mail.returned.intro':
    '{count, plural, one {Un billet commandé pour vous a été rendu. Son code n’est plus valable. Si vous ne vous y attendiez pas, adressez-vous à la personne qui l’a commandé ou à l’organisateur.} other {# billets commandés pour vous ont été rendus. Leurs codes ne sont plus valables. Si vous ne vous y attendiez pas, adressez-vous à la personne qui les a commandés ou à l’organisateur.}}',
  'mail.change.subject': 'Modifié : {event}',
  'mail.change.intro':
    'Un événement pour lequel vous avez des billets a été modifié. Vos billets restent valables.',
  'mail.change.takesPlace': 'L’événement aura finalement lieu. Vos billets sont valables.',
  'mail.change.was': 'Avant',
  'mail.change.now': 'Maintenant',
  'mail.change.nowhere': 'Sans lieu',
  'mail.change.cancelledSubject': 'Annulé : {event}',
  'mail.change.cancelled':
    'L’événement pour lequel vous avez des billets est annulé. Vos billets ne donnent plus accès. Si vous les avez payés, l’organisateur vous informera au sujet de votre argent.',
  'mail.change.postponedSubject': 'Reporté : {event}',
  'mail.change.postponed':
    'L’événement pour lequel vous avez des billets est reporté. Vos billets restent valables ; vous recevrez un message dès que la nouvelle date sera connue.',
  'mail.change.postponedTo':
    'L’événement pour lequel vous avez des billets est reporté à une autre date. Vos billets restent valables.',
  'mail.change.reason': 'Motif',
  'mail.reminder.subject': 'Bientôt : {event}',
  'mail.reminder.intro': 'L’événement pour lequel vous avez des billets commence bientôt.',
  'mail.reminder.end': 'Ne plus recevoir de rappels pour cet événement',
  'mail.guests.order': 'Votre commande',
  'mail.guests.ticket': 'Votre billet',
  'mail.account.footer': 'Ce message vous est envoyé par {site} au sujet de votre compte.',
  'mail.account.login': 'Identifiant',
  'mail.account.reset.subject': 'Nouveau mot de passe pour {site}',
  'mail.account.reset.intro':
    'Quelqu’un a demandé un nouveau mot de passe pour votre compte chez {site}.',
  'mail.account.reset.link': 'Choisir un nouveau mot de passe',
  'mail.account.reset.once':
    'Le lien fonctionne une fois, pendant une heure. Si vous avez plusieurs messages de ce genre, le plus récent compte.',
  'mail.account.reset.unasked':
    'Si vous n’avez rien demandé, vous pouvez ignorer ce message : votre mot de passe reste le même.',
  'mail.account.confirm.subject': 'Confirmez que c’est bien vous : {site}',
  'mail.account.confirm.intro':
    'Une personne connectée à votre compte chez {site} s’apprête à y modifier quelque chose d’important.',
  'mail.account.confirm.link': 'Se reconnecter',
  'mail.account.confirm.once':
    'Le lien fonctionne une fois, pendant quinze minutes. Vous pourrez ensuite continuer dans le navigateur où vous l’ouvrez.',
  'mail.account.confirm.unasked':
    'Si ce n’était pas vous, mettez fin à toutes les connexions de votre compte et prévenez un administrateur.',
  'mail.account.invited.subject': 'Votre compte chez {site}',
  'mail.account.invited.intro':
    'Un compte a été créé pour vous chez {site}. Choisissez un mot de passe pour vous connecter.',
  'mail.account.invited.link': 'Choisir votre mot de passe',
  'mail.account.invited.once': 'Le lien fonctionne une fois, pendant sept jours. Ensuite :',
  'mail.account.invited.later': 'Se faire envoyer un nouveau lien',
  'mail.test.subject': 'Message de test de {site}',
  'mail.test.intro':
    'Ce message a pris le même chemin que tous les autres. Si vous le lisez, l’envoi fonctionne.',
}

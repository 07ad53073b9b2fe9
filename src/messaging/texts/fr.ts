import { counted } from './counted.ts'
import type { Texts } from './en.ts'

export const fr: Texts = {
  colon: '\u202f:',
  hello: name => (name === '' ? 'Bonjour,' : `Bonjour ${name},`),
  footer: site => `Ce message vous est envoyé par ${site} au sujet d’une commande ou d’un billet.`,
  contact: organizer =>
    `Des questions ? Répondez à ce message : il parviendra à l’organisateur (${organizer}).`,
  sandbox: 'Mode test : aucun paiement n’a eu lieu.',
  when: 'Quand',
  where: 'Où',
  doors: 'Ouverture des portes',
  age: 'Public',
  access: 'Accessibilité',
  online: 'En ligne',
  join: 'Participer en ligne',
  order: 'Commande',
  total: 'Total',
  free: 'Gratuit',
  fee: 'Frais',
  refunded: 'Remboursé',
  yourTickets: 'Vos billets',
  somebody: 'Quelqu’un',
  holder: 'Nom',
  ticketType: 'Billet',
  code: 'Code',
  qrOf: holder => `Code QR du billet de ${holder}`,
  showAtDoor: 'Présentez le code QR à l’entrée, imprimé ou sur votre téléphone.',
  manyTickets:
    'Ces billets sont nombreux : vous trouverez leurs codes QR en PDF avec les liens ci-dessous.',
  asPdf: 'Billets en PDF',
  doesNotAdmit: 'Ce billet ne donne pas accès à l’événement pour le moment.',
  seeOrder: 'Voir la commande',
  seeEvent: 'Voir l’événement',
  events: count => counted('fr', count, { one: '# événement', other: '# événements' }),
  feeds: {
    events: 'Événements',
    own: 'Mes événements',
    noTicket: what => `Plus de billet : ${what}`,
  },
  paper: {
    titleOf: event => `Billets pour ${event}`,
    titleOfOrder: order => `Billets de la commande ${order}`,
    untitled: 'Événement',
    cancelled: 'Cet événement est annulé.',
    postponed: 'Cet événement est reporté.',
    organizer: 'Organisateur',
    price: 'Prix',
    qrOf: ticket => `Code QR du billet ${ticket}`,
    typed: 'Code, si l’image ne peut pas être lue',
    ticket: id => `Billet ${id}`,
    order: id => `Commande ${id}`,
    page: (page, pages) => `Page ${page} sur ${pages}`,
  },
  confirmed: {
    subject: what => `Vos billets : ${what}`,
    intro: count =>
      counted('fr', count, {
        one: 'Votre commande est terminée. Voici votre billet.',
        other: 'Votre commande est terminée. Voici vos # billets.',
      }),
    nobodyComes: 'Merci de nous avoir prévenus de votre absence.',
    passedOn:
      'Votre commande est terminée. Tous ses billets ont été transmis ; la page de votre commande indique à qui.',
  },
  issued: {
    subject: what => `Votre billet : ${what}`,
    intro: (buyer, count) =>
      counted('fr', count, {
        one: `${buyer} a commandé un billet pour vous.`,
        other: `${buyer} a commandé # billets pour vous.`,
      }),
  },
  pending: {
    subject: order => `Commande ${order} : votre paiement n’est pas encore terminé`,
    intro:
      'Votre paiement n’est pas encore arrivé. Dès que nous l’aurons reçu, vos billets vous parviendront par e-mail. Si votre banque vous demande de confirmer le paiement, merci de le faire.',
  },
  failed: {
    subject: order => `La commande ${order} n’a pas abouti`,
    unpaid:
      'Votre paiement n’a pas abouti. Rien n’a été débité et les places sont de nouveau libres.',
    paid: 'À l’arrivée de votre paiement, les places n’étaient plus disponibles. Vous serez intégralement remboursé.',
    paidInVain:
      'Votre paiement n’a pas permis de conclure cette commande. Vous serez intégralement remboursé.',
    again: 'Choisir à nouveau des billets',
  },
  refund: {
    subject: order => `Commande ${order} : votre remboursement`,
    money: amount =>
      `Vous avez été remboursé de ${amount}. Votre banque peut mettre quelques jours à l’afficher.`,
    byHand: amount => `${amount} vous ont été rendus.`,
    places: 'Des places de votre commande ont été rendues.',
    left: count =>
      counted('fr', count, {
        one: '# billet de la commande reste valable.',
        other: '# billets de la commande restent valables.',
      }),
    none: 'Plus aucun billet de la commande n’est valable.',
  },
  links: {
    subject: site => `Vos commandes et billets chez ${site}`,
    intro:
      'Vous avez demandé les liens vers vos commandes et vos billets. Toute personne qui possède un lien peut voir la commande ou le billet.',
    unasked: 'Si vous n’avez rien demandé, vous pouvez ignorer ce message.',
  },
  transferred: {
    subject: what => `Votre billet : ${what}`,
    intro: 'Un billet vous a été transmis. Seul le code de ce message est valable.',
    open: 'Voir le billet ou le transmettre',
    formerSubject: what => `Votre billet a été transmis : ${what}`,
    former:
      'Votre billet a été transmis à une autre personne. Votre ancien code ne donne plus accès à l’événement. Si vous ne vous y attendiez pas, contactez l’organisateur.',
  },
  returned: {
    subject: what => `Votre billet a été rendu : ${what}`,
    intro: count =>
      counted('fr', count, {
        one: 'Un billet commandé pour vous a été rendu. Son code n’est plus valable. Si vous ne vous y attendiez pas, adressez-vous à la personne qui l’a commandé ou à l’organisateur.',
        other:
          '# billets commandés pour vous ont été rendus. Leurs codes ne sont plus valables. Si vous ne vous y attendiez pas, adressez-vous à la personne qui les a commandés ou à l’organisateur.',
      }),
  },
  change: {
    subject: what => `Modifié : ${what}`,
    intro:
      'Un événement pour lequel vous avez des billets a été modifié. Vos billets restent valables.',
    takesPlace: 'L’événement aura finalement lieu. Vos billets sont valables.',
    was: 'Avant',
    now: 'Maintenant',
    nowhere: 'Sans lieu',
    cancelledSubject: what => `Annulé : ${what}`,
    cancelled:
      'L’événement pour lequel vous avez des billets est annulé. Vos billets ne donnent plus accès. Si vous les avez payés, l’organisateur vous informera au sujet de votre argent.',
    postponedSubject: what => `Reporté : ${what}`,
    postponed:
      'L’événement pour lequel vous avez des billets est reporté. Vos billets restent valables ; vous recevrez un message dès que la nouvelle date sera connue.',
    postponedTo:
      'L’événement pour lequel vous avez des billets est reporté à une autre date. Vos billets restent valables.',
    reason: 'Motif',
  },
  reminder: {
    subject: what => `Bientôt : ${what}`,
    intro: 'L’événement pour lequel vous avez des billets commence bientôt.',
    end: 'Ne plus recevoir de rappels pour cet événement',
  },
  account: {
    footer: site => `Ce message vous est envoyé par ${site} au sujet de votre compte.`,
    login: 'Identifiant',
    reset: {
      subject: site => `Nouveau mot de passe pour ${site}`,
      intro: site => `Quelqu’un a demandé un nouveau mot de passe pour votre compte chez ${site}.`,
      link: 'Choisir un nouveau mot de passe',
      once: 'Le lien fonctionne une fois, pendant une heure. Si vous avez plusieurs messages de ce genre, le plus récent compte.',
      unasked:
        'Si vous n’avez rien demandé, vous pouvez ignorer ce message : votre mot de passe reste le même.',
    },
    confirm: {
      subject: site => `Confirmez que c’est bien vous : ${site}`,
      intro: site =>
        `Une personne connectée à votre compte chez ${site} s’apprête à y modifier quelque chose d’important.`,
      link: 'Se reconnecter',
      once: 'Le lien fonctionne une fois, pendant quinze minutes. Vous pourrez ensuite continuer dans le navigateur où vous l’ouvrez.',
      unasked:
        'Si ce n’était pas vous, mettez fin à toutes les connexions de votre compte et prévenez un administrateur.',
    },
    invited: {
      subject: site => `Votre compte chez ${site}`,
      intro: site =>
        `Un compte a été créé pour vous chez ${site}. Choisissez un mot de passe pour vous connecter.`,
      link: 'Choisir votre mot de passe',
      once: 'Le lien fonctionne une fois, pendant sept jours. Ensuite :',
      later: 'Se faire envoyer un nouveau lien',
    },
  },
  test: {
    subject: site => `Message de test de ${site}`,
    intro:
      'Ce message a pris le même chemin que tous les autres. Si vous le lisez, l’envoi fonctionne.',
  },
}

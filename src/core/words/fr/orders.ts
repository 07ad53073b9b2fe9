import type { orders as english } from '../en/orders.ts'

export const orders: Readonly<Record<keyof typeof english, string>> = {
  'order.title': 'Commande {id}',
  'order.heading': 'Votre commande',
  'order.going': 'Vous allez à {event}',
  'order.sandbox': 'Mode test : aucun argent n’a circulé.',
  'order.payNow': 'Payer maintenant',
  'order.tickets': 'Vos billets',
  'order.pdf': 'Tous les billets en PDF',
  'order.pdfPart': 'Billets {from} à {to} en PDF',
  'order.calendar': 'Ajouter au calendrier',
  'order.calendarFile': 'Fichier de calendrier',
  'ticket.pdf': 'Billet en PDF',
  'order.keep':
    'Conservez l’adresse de cette page : elle ouvre vos billets sur tout appareil, et elle n’est que pour vous.',
  'order.event': 'Événement',
  'order.when': 'Début',
  'order.doors': 'Ouverture des portes',
  'order.place': 'Lieu',
  'order.toEvent': 'À propos de {event}',
  'order.chooseAgain': 'Choisir des billets pour {event}',
  'order.sums': 'Ce que cela a coûté',
  'order.line': '{quantity} × {name}',
  'order.allBack': 'rendu',
  'order.someBack': 'dont {count} rendus',
  'order.givenBack': 'Remboursé',
  'order.kept': 'Reste',
  'order.boughtBy': 'Acheté par {name}, {email}.',
  'order.termsAccepted': 'Conditions de vente acceptées : {version}.',
  'order.refunds': 'Remboursements',
  'order.created': 'Cette commande n’est pas encore payée.',
  'order.createdText':
    'Ses places ne sont gardées que peu de temps : revenez là où vous payiez, ou choisissez à nouveau vos billets.',
  'order.action':
    'Votre banque veut que vous confirmiez le paiement : revenez là où vous payiez et confirmez-le.',
  'order.pending': 'Le paiement est en cours de traitement.',
  'order.waiting': 'Dès que le paiement est arrivé, cette page affiche vos billets.',
  'order.paid': 'Cette commande est payée.',
  'order.complete': 'Cette commande est complète.',
  'order.show': 'Présentez à l’entrée les billets ci-dessous.',
  'order.calledOff': 'Ses billets ne donnent pas accès, car l’événement est annulé.',
  'order.partly': 'Une partie de cette commande a été rendue.',
  'order.partlyText': 'Les billets ci-dessous sont valables ; présentez-les à l’entrée.',
  'order.disputed': 'Votre banque s’interroge sur le paiement de cette commande.',
  'order.disputedText':
    'Tant que ce n’est pas réglé, ses billets ne donnent pas accès ; adressez-vous à l’organisateur si vous ne vous y attendiez pas.',
  'order.refunded': 'Cette commande a été rendue.',
  'order.cancelledFree': 'Cette commande a été annulée.',
  'order.invalid': 'Ses billets ne sont plus valables.',
  'order.reversed': 'Votre banque a repris le paiement de cette commande.',
  'order.denied': 'Le paiement a été refusé.',
  'order.notCompleted': 'Cette commande n’a pas abouti.',
  'order.voided': 'Cette commande a été annulée.',
  'order.nothingCharged': 'Rien n’a été débité et ses places sont de nouveau libres.',
  'order.paidTooLate':
    'Ses places n’étaient plus disponibles ; ce que vous avez payé vous est rendu.',
  'order.paidInVain':
    'Votre paiement n’a pas permis de conclure cette commande ; ce que vous avez payé vous est rendu.',
  'refund.reserved': 'est en cours de remboursement.',
  'refund.sent': 'est en route vers vous.',
  'refund.done': 'a été remboursé.',
  'refund.failed': 'n’a pas pu être remboursé ; adressez-vous à l’organisateur.',
  'ticket.title': 'Billet pour {event}',
  'ticket.valid': 'Valable',
  'ticket.invalid': 'Non valable',
  'ticket.used': 'Entrée validée à {time}',
  'ticket.usedOn': 'Entrée validée le {day} à {time}',
  'ticket.notComing': 'Ne vient pas',
  'ticket.admitsNobody': 'Ce billet ne donne pas accès pour le moment.',
  'ticket.codeOf': 'Code du billet de {name}',
  'ticket.open': 'Ouvrir le billet de {name}',
  'ticket.holder': 'Titulaire',
  'ticket.kind': 'Billet',
  'ticket.number': 'Numéro',
  'ticket.eventCancelled': 'Cet événement est annulé.',
  'ticket.eventPostponed': 'Cet événement est reporté.',
  'holder.change': 'Donner à quelqu’un d’autre',
  'holder.text':
    'Avec une autre adresse e-mail, le billet reçoit un nouveau code ; celui affiché maintenant ne donne plus accès.',
  'holder.save': 'Changer le titulaire',
  'holder.tooLate':
    'Le titulaire de ce billet ne peut plus être changé. Adressez-vous à l’organisateur.',
  'giveBack.title': 'Rendre ces places',
  'giveBack.text':
    '{count, plural, one {La place sera libre} other {Les # places seront libres}} pour d’autres et les billets ci-dessus ne seront plus valables. Ceci est irréversible.',
  'giveBack.unusedText':
    '{count, plural, one {La place avec laquelle personne n’est entré sera libre} other {Les # places avec lesquelles personne n’est entré seront libres}} pour d’autres, et leurs billets ne seront plus valables. C’est irrévocable.',
  'giveBack.button': 'Rendre',
  'giveBack.tooLate':
    'Ces places ne peuvent plus être rendues ici. Adressez-vous à l’organisateur.',
  'mails.unsent': 'Nous ne vous avons pas envoyé d’e-mail pour cette commande',
  'mails.unsentText':
    'Pour que personne n’envoie de courrier indésirable en notre nom, le nombre d’e-mails au sujet de commandes gratuites est limité par adresse et par réseau. Tout se trouve sur cette page : conservez son adresse.',
  'mails.waiting':
    '{count, plural, one {Un invité n’a pas encore reçu d’e-mail} other {# invités n’ont pas encore reçu d’e-mail}}',
  'mails.waitingText':
    'Pour que personne n’envoie d’e-mails indésirables en notre nom, les invités reçoivent au plus 100 e-mails par heure, et chacun trois par jour. Vous pouvez envoyer les autres d’ici.',
  'mails.send': 'Envoyer les e-mails',
  'mails.later': 'Aucun autre e-mail ne peut être envoyé pour le moment. Réessayez plus tard.',
  'done.mails': 'Les e-mails sont en route.',
  'find.title': 'Retrouver vos billets',
  'find.ordered': 'Ce panier a déjà été commandé',
  'find.orderedText':
    'Si vous l’avez commandé, faites-vous envoyer ici les liens de vos billets. Si quelqu’un vous a envoyé le lien, cette personne ou une autre qui a le lien l’a commandé : rien n’a été commandé ni payé pour vous. Choisissez alors à nouveau vos billets.',
  'find.text':
    'Saisissez l’adresse avec laquelle vous avez commandé, ou à laquelle votre billet a été envoyé. Les liens y sont envoyés.',
  'find.button': 'Envoyer mes liens',
  'find.done':
    'S’il existe des commandes ou des billets pour cette adresse, un e-mail avec leurs liens est en route.',
  'find.doneText':
    'Cela prend quelques minutes ; regardez aussi parmi les indésirables. Une adresse reçoit un tel e-mail une fois par heure au plus.',
  'find.noMail':
    'Ce site n’envoie pas d’e-mails en ce moment. Demandez vos billets à l’organisateur.',
  'find.lost': 'Ce lien n’ouvre aucune commande',
  'find.lostText':
    'Il en manque peut-être une partie. Ouvrez-le encore une fois depuis votre e-mail, ou faites-vous renvoyer vos liens.',
  'giveBack.place': 'Rendre cette place',
  'giveBack.placeText':
    'La place de {name} est alors libre pour d’autres, et ce billet n’est plus valable. C’est irrévocable.',
  'order.allPassedOn':
    'Tous ses billets ont été transmis et donnent accès à leurs nouveaux titulaires.',
  'passed.with': 'Transmis à {name} le {day}',
  'passed.on': 'Transmis à une autre personne le {day}',
  'passed.pill': 'Transmis',
  'passed.text':
    'Le code a été envoyé au nouveau titulaire. Lui seul peut transmettre ou rendre le billet.',
  'passed.title': 'Ce billet a été transmis',
  'passed.oldLink':
    'C’était le {day}. Ce lien et son code ne sont plus valables ; le nouveau titulaire a reçu un nouveau code. Si ce billet est maintenant le vôtre, faites-vous envoyer son lien.',
  'returned.title': 'Ce billet a été rendu',
  'returned.oldLink':
    'C’était le {day}, et son code ne donne plus accès. Vous pouvez vous faire envoyer les liens de vos autres billets.',
}

import type { mails as english } from '../en/mails.ts'

export const mails: Readonly<Record<keyof typeof english, string>> = {
  'mail.colon': ':',
  'mail.hello': 'Hola:',
  'mail.helloName': 'Hola, {name}:',
  'mail.footer': 'Este mensaje lo envía {site} por un pedido o una entrada.',
  'mail.contact':
    '¿Preguntas? Responda a este mensaje y le llegará a la organización ({organizer}).',
  'mail.doors': 'Apertura de puertas',
  'mail.online': 'En línea',
  'mail.order': 'Pedido',
  'mail.total': 'Total',
  'mail.refunded': 'Reembolsado',
  'mail.yourTickets': 'Sus entradas',
  'mail.somebody': 'Alguien',
  'mail.holder': 'Nombre',
  'mail.code': 'Código',
  'mail.qrOf': 'Código QR de la entrada de {holder}',
  'mail.showAtDoor': 'Muestre el código QR en la entrada, en papel o en el teléfono.',
  'mail.manyTickets': 'Encontrará los códigos QR de sus entradas en el PDF enlazado más abajo.',
  'mail.asPdf': 'Entradas en PDF',
  'mail.seeOrder': 'Ver el pedido',
  'mail.seeEvent': 'Ver el evento',
  'mail.events': '{count, plural, one {# evento} other {# eventos}}',
  'mail.confirmed.subject': 'Sus entradas: {event}',
  'mail.confirmed.intro':
    '{count, plural, one {Su pedido está completo. Aquí tiene su entrada.} other {Su pedido está completo. Aquí tiene sus # entradas.}}',
  'mail.confirmed.nobodyComes': 'Gracias por avisarnos de que no viene.',
  'mail.confirmed.passedOn':
    'Su pedido está completo. Todas sus entradas se han traspasado; la página del pedido indica a quién.',
  'mail.issued.subject': 'Su entrada: {event}',
  'mail.issued.intro':
    '{count, plural, one {{buyer} ha pedido una entrada para usted.} other {{buyer} ha pedido # entradas para usted.}}',
  'mail.pending.subject': 'Pedido {order}: su pago aún no se ha completado',
  'mail.pending.intro':
    'Su pago aún no ha llegado. En cuanto lo recibamos, le enviaremos las entradas por correo electrónico. Si su banco le pide que confirme el pago, hágalo, por favor.',
  'mail.failed.subject': 'El pedido {order} no se completó',
  'mail.failed.unpaid':
    'El pago no se ha podido realizar. No se ha cobrado nada y las plazas vuelven a estar libres.',
  'mail.failed.paid':
    'Cuando llegó su pago, las plazas ya no estaban disponibles. Se le devolverá todo el dinero.',
  'mail.failed.paidInVain':
    'Su pago no pudo completar este pedido. Se le devolverá todo el dinero.',
  'mail.failed.again': 'Elegir entradas de nuevo',
  'mail.refund.subject': 'Pedido {order}: su reembolso',
  'mail.refund.money':
    'Le hemos reembolsado {amount}. Su banco puede tardar unos días en mostrarlo.',
  'mail.refund.byHand': 'Le hemos reembolsado {amount}.',
  'mail.refund.places': 'Se han devuelto plazas de su pedido.',
  'mail.refund.left':
    '{count, plural, one {Una entrada del pedido sigue siendo válida.} other {# entradas del pedido siguen siendo válidas.}}',
  'mail.refund.none': 'Ninguna entrada del pedido es ya válida.',
  'mail.links.subject': 'Sus pedidos y entradas en {site}',
  'mail.links.intro':
    'Ha pedido los enlaces a sus pedidos y entradas. Quien tenga un enlace puede ver el pedido o la entrada.',
  'mail.links.unasked': 'Si no lo ha pedido usted, no tiene que hacer nada.',
  'mail.transferred.subject': 'Su entrada: {event}',
  'mail.transferred.intro':
    'Le han traspasado una entrada. Solo es válido el código de este mensaje.',
  'mail.transferred.open': 'Ver la entrada o traspasarla',
  'mail.transferred.formerSubject': 'Su entrada se ha traspasado: {event}',
  'mail.transferred.former':
    'Su entrada se ha traspasado a otra persona. El código que tenía ya no da acceso. Si no lo esperaba, pregunte a la organización.',
  'mail.returned.subject': 'Su entrada se devolvió: {event}',
  'mail.returned.intro':
    '{count, plural, one {Se devolvió una entrada pedida para usted. Su código ya no es válido. Si no lo esperaba, consulte a quien la pidió o a la organización.} other {Se devolvieron # entradas pedidas para usted. Sus códigos ya no son válidos. Si no lo esperaba, consulte a quien las pidió o a la organización.}}',
  'mail.change.subject': 'Cambio: {event}',
  'mail.change.intro':
    'Ha cambiado algo en un evento para el que tiene entradas. Sus entradas siguen siendo válidas.',
  'mail.change.takesPlace': 'El evento se celebra finalmente. Sus entradas son válidas.',
  'mail.change.was': 'Antes',
  'mail.change.now': 'Ahora',
  'mail.change.nowhere': 'Sin lugar',
  'mail.change.cancelledSubject': 'Cancelado: {event}',
  'mail.change.cancelled':
    'El evento para el que tiene entradas se ha cancelado. Sus entradas ya no dan acceso. Si las pagó, la organización le informará sobre su dinero.',
  'mail.change.postponedSubject': 'Aplazado: {event}',
  'mail.change.postponed':
    'El evento para el que tiene entradas se ha aplazado. Sus entradas siguen siendo válidas; recibirá un mensaje en cuanto se conozca la nueva fecha.',
  'mail.change.postponedTo':
    'El evento para el que tiene entradas se ha aplazado a otra fecha. Sus entradas siguen siendo válidas.',
  'mail.change.reason': 'Motivo',
  'mail.reminder.subject': 'Pronto: {event}',
  'mail.reminder.intro': 'El evento para el que tiene entradas empieza pronto.',
  'mail.reminder.end': 'No recibir más recordatorios de este evento',
  'mail.guests.order': 'Su pedido',
  'mail.guests.ticket': 'Su entrada',
  'mail.account.footer': 'Este mensaje lo envía {site} por su cuenta.',
  'mail.account.login': 'Nombre de usuario',
  'mail.account.reset.subject': 'Una contraseña nueva para {site}',
  'mail.account.reset.intro': 'Alguien ha pedido una contraseña nueva para su cuenta en {site}.',
  'mail.account.reset.link': 'Elegir una contraseña nueva',
  'mail.account.reset.once':
    'El enlace sirve una vez, durante una hora. Si tiene varios mensajes así, cuenta el más reciente.',
  'mail.account.reset.unasked':
    'Si no lo ha pedido usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
  'mail.account.confirm.subject': 'Confirme que es usted: {site}',
  'mail.account.confirm.intro':
    'Alguien que ha iniciado sesión con su cuenta en {site} va a cambiar algo importante.',
  'mail.account.confirm.link': 'Iniciar sesión de nuevo',
  'mail.account.confirm.once':
    'El enlace sirve una vez, durante quince minutos. Después podrá continuar en el navegador en el que lo abra.',
  'mail.account.confirm.unasked':
    'Si no ha sido usted, cierre todas las sesiones de su cuenta y avise a un administrador.',
  'mail.account.invited.subject': 'Su cuenta en {site}',
  'mail.account.invited.intro':
    'Se ha creado una cuenta para usted en {site}. Elija una contraseña para iniciar sesión.',
  'mail.account.invited.link': 'Elegir su contraseña',
  'mail.account.invited.once': 'El enlace sirve una vez, durante siete días. Después:',
  'mail.account.invited.later': 'Recibir un enlace nuevo',
  'mail.test.subject': 'Mensaje de prueba de {site}',
  'mail.test.intro':
    'Este mensaje ha seguido el mismo camino que todos los demás. Si lo lee, el correo funciona.',
}

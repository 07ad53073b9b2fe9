import { counted } from './counted.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  colon: ':',
  hello: name => (name === '' ? 'Hola:' : `Hola, ${name}:`),
  footer: site => `Este mensaje lo envía ${site} por un pedido o una entrada.`,
  contact: organizer =>
    `¿Preguntas? Responda a este mensaje y le llegará a la organización (${organizer}).`,
  sandbox: 'Modo de prueba: no se ha movido dinero.',
  when: 'Cuándo',
  where: 'Dónde',
  doors: 'Apertura de puertas',
  age: 'Para quién',
  access: 'Accesibilidad',
  online: 'En línea',
  join: 'Participar en línea',
  order: 'Pedido',
  total: 'Total',
  free: 'Gratis',
  fee: 'Gastos',
  refunded: 'Reembolsado',
  yourTickets: 'Sus entradas',
  somebody: 'Alguien',
  holder: 'Nombre',
  ticketType: 'Entrada',
  code: 'Código',
  qrOf: holder => `Código QR de la entrada de ${holder}`,
  showAtDoor: 'Muestre el código QR en la entrada, en papel o en el teléfono.',
  manyTickets: 'Son muchas entradas: encontrará sus códigos QR en PDF en los enlaces de abajo.',
  asPdf: 'Entradas en PDF',
  doesNotAdmit: 'Esta entrada no da acceso en este momento.',
  seeOrder: 'Ver el pedido',
  seeEvent: 'Ver el evento',
  events: count => counted('es', count, { one: '# evento', other: '# eventos' }),
  feeds: {
    events: 'Eventos',
    own: 'Mis eventos',
    noTicket: what => `Ya sin entrada: ${what}`,
  },
  paper: {
    titleOf: event => `Entradas para ${event}`,
    titleOfOrder: order => `Entradas del pedido ${order}`,
    untitled: 'Evento',
    cancelled: 'Este evento está cancelado.',
    postponed: 'Este evento está aplazado.',
    organizer: 'Organizador',
    price: 'Precio',
    qrOf: ticket => `Código QR de la entrada ${ticket}`,
    typed: 'Código, si no se puede leer la imagen',
    ticket: id => `Entrada ${id}`,
    order: id => `Pedido ${id}`,
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
  confirmed: {
    subject: what => `Sus entradas: ${what}`,
    intro: count =>
      counted('es', count, {
        one: 'Su pedido está completo. Aquí tiene su entrada.',
        other: 'Su pedido está completo. Aquí tiene sus # entradas.',
      }),
    nobodyComes: 'Gracias por avisarnos de que no viene.',
    passedOn:
      'Su pedido está completo. Todas sus entradas se han traspasado; la página del pedido indica a quién.',
  },
  issued: {
    subject: what => `Su entrada: ${what}`,
    intro: (buyer, count) =>
      counted('es', count, {
        one: `${buyer} ha pedido una entrada para usted.`,
        other: `${buyer} ha pedido # entradas para usted.`,
      }),
  },
  pending: {
    subject: order => `Pedido ${order}: su pago aún no se ha completado`,
    intro:
      'Su pago aún no ha llegado. En cuanto lo recibamos, le enviaremos las entradas por correo electrónico. Si su banco le pide que confirme el pago, hágalo, por favor.',
  },
  failed: {
    subject: order => `El pedido ${order} no se completó`,
    unpaid:
      'Su pago no se llevó a cabo. No se ha cobrado nada y las plazas vuelven a estar libres.',
    paid: 'Cuando llegó su pago, las plazas ya no estaban disponibles. Se le devolverá todo el dinero.',
    paidInVain: 'Su pago no pudo completar este pedido. Se le devolverá todo el dinero.',
    again: 'Elegir entradas de nuevo',
  },
  refund: {
    subject: order => `Pedido ${order}: su reembolso`,
    money: amount => `Se le han devuelto ${amount}. Su banco puede tardar unos días en mostrarlo.`,
    byHand: amount => `Se le han devuelto ${amount}.`,
    places: 'Se han devuelto plazas de su pedido.',
    left: count =>
      counted('es', count, {
        one: 'Una entrada del pedido sigue siendo válida.',
        other: '# entradas del pedido siguen siendo válidas.',
      }),
    none: 'Ninguna entrada del pedido es ya válida.',
  },
  links: {
    subject: site => `Sus pedidos y entradas en ${site}`,
    intro:
      'Ha pedido los enlaces a sus pedidos y entradas. Quien tenga un enlace puede ver el pedido o la entrada.',
    unasked: 'Si no lo ha pedido usted, no tiene que hacer nada.',
  },
  transferred: {
    subject: what => `Su entrada: ${what}`,
    intro: 'Le han traspasado una entrada. Solo es válido el código de este mensaje.',
    open: 'Ver la entrada o traspasarla',
    formerSubject: what => `Su entrada se ha traspasado: ${what}`,
    former:
      'Su entrada se ha traspasado a otra persona. El código que tenía ya no da acceso. Si no lo esperaba, pregunte a la organización.',
  },
  returned: {
    subject: what => `Su entrada se devolvió: ${what}`,
    intro: count =>
      counted('es', count, {
        one: 'Se devolvió una entrada pedida para usted. Su código ya no es válido. Si no lo esperaba, consulte a quien la pidió o a la organización.',
        other:
          'Se devolvieron # entradas pedidas para usted. Sus códigos ya no son válidos. Si no lo esperaba, consulte a quien las pidió o a la organización.',
      }),
  },
  change: {
    subject: what => `Cambio: ${what}`,
    intro:
      'Ha cambiado algo en un evento para el que tiene entradas. Sus entradas siguen siendo válidas.',
    takesPlace: 'El evento se celebra finalmente. Sus entradas son válidas.',
    was: 'Antes',
    now: 'Ahora',
    nowhere: 'Sin lugar',
    cancelledSubject: what => `Cancelado: ${what}`,
    cancelled:
      'El evento para el que tiene entradas se ha cancelado. Sus entradas ya no dan acceso. Si las pagó, la organización le informará sobre su dinero.',
    postponedSubject: what => `Aplazado: ${what}`,
    postponed:
      'El evento para el que tiene entradas se ha aplazado. Sus entradas siguen siendo válidas; recibirá un mensaje en cuanto se conozca la nueva fecha.',
    postponedTo:
      'El evento para el que tiene entradas se ha aplazado a otra fecha. Sus entradas siguen siendo válidas.',
    reason: 'Motivo',
  },
  reminder: {
    subject: what => `Pronto: ${what}`,
    intro: 'El evento para el que tiene entradas empieza pronto.',
    end: 'No recibir más recordatorios de este evento',
  },
  account: {
    footer: site => `Este mensaje lo envía ${site} por su cuenta.`,
    login: 'Nombre de usuario',
    reset: {
      subject: site => `Una contraseña nueva para ${site}`,
      intro: site => `Alguien ha pedido una contraseña nueva para su cuenta en ${site}.`,
      link: 'Elegir una contraseña nueva',
      once: 'El enlace sirve una vez, durante una hora. Si tiene varios mensajes así, cuenta el más reciente.',
      unasked:
        'Si no lo ha pedido usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
    },
    confirm: {
      subject: site => `Confirme que es usted: ${site}`,
      intro: site =>
        `Alguien que ha iniciado sesión con su cuenta en ${site} va a cambiar algo importante.`,
      link: 'Iniciar sesión de nuevo',
      once: 'El enlace sirve una vez, durante quince minutos. Después podrá continuar en el navegador en el que lo abra.',
      unasked:
        'Si no ha sido usted, cierre todas las sesiones de su cuenta y avise a un administrador.',
    },
    invited: {
      subject: site => `Su cuenta en ${site}`,
      intro: site =>
        `Se ha creado una cuenta para usted en ${site}. Elija una contraseña para iniciar sesión.`,
      link: 'Elegir su contraseña',
      once: 'El enlace sirve una vez, durante siete días. Después:',
      later: 'Recibir un enlace nuevo',
    },
  },
  test: {
    subject: site => `Mensaje de prueba de ${site}`,
    intro:
      'Este mensaje ha seguido el mismo camino que todos los demás. Si lo lee, el correo funciona.',
  },
}

import type { accounts as english } from '../en/accounts.ts'

export const accounts: Readonly<Record<keyof typeof english, string>> = {
  'reset.title': '¿Ha olvidado su contraseña?',
  'reset.text':
    'Escriba su nombre de usuario o su dirección de correo. Le enviamos un enlace con el que elige una contraseña nueva.',
  'reset.name': 'Nombre de usuario o dirección de correo',
  'reset.nameMissing': 'Escriba su nombre de usuario o su dirección de correo.',
  'reset.button': 'Enviarme un enlace',
  'reset.done':
    'Si esta cuenta existe y tiene una dirección de correo, un correo con un enlace está en camino.',
  'reset.doneText':
    'El enlace vale durante una hora. Tarda unos minutos; mire también en el correo no deseado. Una cuenta recibe como máximo tres correos así por hora.',
  'reset.noMail': 'Este sitio no envía correos.',
  'reset.noMailText':
    'Un administrador puede crear para usted un enlace con el que elige una contraseña.',
  'reset.back': 'Volver al inicio de sesión',
  'signIn.title': 'Iniciar sesión',
  'signIn.password': 'Contraseña',
  'signIn.button': 'Iniciar sesión',
  'signIn.wrong': 'El usuario y la contraseña no coinciden.',
  'signIn.noPassword':
    '¿Aún no tiene contraseña? Pida un enlace a un administrador, o ejecute marquee user link en el servidor.',
  'link.setUp': 'Elija la contraseña del administrador',
  'link.invitation': 'Elija su contraseña',
  'link.reset': 'Elija una contraseña nueva',
  'link.account': 'Cuenta:',
  'link.save': 'Guardar e iniciar sesión',
  'link.keepKeys': 'Conservar las contraseñas de aplicación y las claves de API',
  'link.keepKeysHint': 'No lo marque si otra persona puede conocerlas.',
  'link.gone': 'Este enlace ya no es válido',
  'link.goneText':
    'Ya se ha usado o ha caducado. Pida uno nuevo a un administrador, o haga que se lo enviemos.',
  'password.new': 'Contraseña nueva',
  'password.hint': 'Al menos {count} caracteres.',
  'password.again': 'Repita la contraseña nueva',
  'password.short': 'Una contraseña necesita al menos {count} caracteres. No se ha cambiado nada.',
  'password.long':
    'Una contraseña puede tener {count} caracteres como máximo. No se ha cambiado nada.',
  'password.differ': 'Las dos contraseñas son distintas. No se ha cambiado nada.',
  'account.title': 'Cuenta',
  'account.signedIn': 'Sesión iniciada como:',
  'account.signOut': 'Cerrar sesión',
  'account.interface': 'La interfaz para programas (en inglés)',
  'account.events': 'Eventos',
  'account.tickets': 'Entradas y ventas',
  'account.admin': 'Administración',
  'account.browsers': 'Navegadores con sesión iniciada',
  'account.thisBrowser': 'Este navegador',
  'account.unnamed': 'Navegador sin nombre',
  'account.used': 'Sesión iniciada: {since}; último uso: {used} ({zone}).',
  'account.endBrowser': 'Cerrar la sesión de este navegador',
  'account.newPassword': 'Una contraseña nueva cierra la sesión en todos los demás navegadores.',
  'account.current': 'Contraseña actual',
  'account.change': 'Cambiar la contraseña',
  'account.endOthers': 'Cerrar la sesión en todos los demás navegadores',
  'code.title': 'Introduzca su código',
  'code.label': 'Código',
  'code.hint':
    'Los seis dígitos que muestra su aplicación de autenticación, o uno de sus códigos de recuperación.',
  'code.wrong': 'Este código no es correcto, ha caducado o ya se usó.',
  'code.over': 'Este inicio de sesión tardó demasiado. Inicie sesión de nuevo.',
  'code.lost': 'Sin su dispositivo ni sus códigos de recuperación, pregunte a un administrador.',
  'factor.title': 'Segundo factor',
  'factor.on':
    'Desde {since} ({zone}), iniciar sesión requiere un código de su aplicación además de la contraseña.',
  'factor.off':
    'Iniciar sesión requiere solo la contraseña. Con un segundo factor requiere también un código que muestra una aplicación de autenticación en su teléfono.',
  'factor.demanded':
    'Este sitio le exige un segundo factor. Hasta que lo configure, puede verlo todo, pero no cambiar nada.',
  'factor.manage': 'Cambiar el segundo factor',
  'factor.begin': 'Configurar un segundo factor',
  'factor.anew': 'Empezar de nuevo con otra imagen',
  'factor.scan':
    'Escanee esta imagen con una aplicación de autenticación, o escriba en ella el texto de debajo. Después introduzca el código que muestra la aplicación.',
  'factor.picture': 'Código QR para la aplicación de autenticación',
  'factor.confirm': 'Confirmar',
  'factor.codes': 'Sus códigos de recuperación',
  'factor.codesText':
    'Con cada uno puede iniciar sesión una vez si ha perdido su dispositivo. Guárdelos donde nadie más los encuentre. Solo se muestran ahora.',
  'factor.left': 'Códigos de recuperación restantes: {count}.',
  'factor.renew': 'Crear nuevos códigos de recuperación',
  'factor.renewText': 'Los códigos de recuperación que tiene dejarán de valer.',
  'factor.remove': 'Quitar el segundo factor',
  'factor.stale':
    'Inició sesión hace más de diez minutos. Si su cuenta no tiene contraseña, cierre la sesión y vuelva a iniciarla.',
  'reminders.title': 'Recordatorios',
  'reminders.text': 'Pulse el botón si no quiere recibir más recordatorios de este evento.',
  'reminders.kept': 'Sus entradas y todos los correos sobre su pedido siguen llegando.',
  'reminders.button': 'No más recordatorios',
  'reminders.done': 'No recibirá más recordatorios de este evento.',
  'reminders.unknown': 'Este enlace no es válido',
  'reminders.unknownText': 'Abra el enlace entero, tal como está en el correo.',
}

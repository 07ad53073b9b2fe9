import type { accounts as english } from '../en/accounts.ts'

export const accounts: Readonly<Record<keyof typeof english, string>> = {
  'reset.title': '¿Ha olvidado su contraseña?',
  'reset.text':
    'Escriba su nombre de usuario o su dirección de correo. Le enviamos un enlace con el que elige una contraseña nueva.',
  'reset.name': 'Nombre de usuario o dirección de correo',
  'reset.nameMissing': 'Escriba su nombre de usuario o su dirección de correo.',
  'reset.button': 'Enviarme un enlace',
  'reset.done':
    'Si existe una cuenta así con una dirección, un correo con un enlace está en camino.',
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
  'link.gone': 'Este enlace ya no vale',
  'link.goneText':
    'Ya se ha usado, o se ha acabado su tiempo. Pida uno nuevo a un administrador, o haga que se lo enviemos.',
  'password.new': 'Contraseña nueva',
  'password.hint': '{count} caracteres o más.',
  'password.again': 'La misma otra vez',
  'password.short': 'Una contraseña tiene {count} caracteres o más. No se ha cambiado nada.',
  'password.long': 'Una contraseña tiene {count} caracteres como máximo. No se ha cambiado nada.',
  'password.differ': 'Las dos contraseñas son distintas. No se ha cambiado nada.',
  'reminders.title': 'Recordatorios',
  'reminders.text': 'Si lo indica aquí, no recibirá más recordatorios de este evento.',
  'reminders.kept': 'Sus entradas y todos los correos sobre su pedido siguen llegando.',
  'reminders.button': 'No más recordatorios',
  'reminders.done': 'No recibirá más recordatorios de este evento.',
  'reminders.unknown': 'Este enlace no es válido',
  'reminders.unknownText': 'Abra el enlace tal como está en el correo, de principio a fin.',
}

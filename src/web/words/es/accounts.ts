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
}

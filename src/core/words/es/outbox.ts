import type { outbox as english } from '../en/outbox.ts'

export const outbox: Readonly<Record<keyof typeof english, string>> = {
  'outbox.title': 'Bandeja de salida',
  'outbox.refused': 'Solo los administradores ven los correos creados aquí.',
  'outbox.unknown': 'Este correo no existe o ya no se conserva.',
  'outbox.all': 'Todos los correos',
  'outbox.newest':
    '{count, plural, one {El correo más reciente} other {Los # correos más recientes}}',
  'outbox.none': 'Todavía no hay correos',
  'outbox.withdrawn': 'Los correos retirados se muestran con',
  'outbox.mail': 'Correo {id}',
  'outbox.subject': 'Asunto',
  'outbox.to': 'Para',
  'outbox.kind': 'Tipo',
  'outbox.state': 'Estado',
  'outbox.when': 'Cuándo',
  'outbox.looks': 'El correo tal como se ve',
  'outbox.asText': 'Como texto',
  'outbox.files': 'Adjuntos',
  'outbox.notKept':
    'El correo en sí solo se conserva donde no hay servidor de correo configurado, y durante una semana.',
}

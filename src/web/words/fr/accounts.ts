import type { accounts as english } from '../en/accounts.ts'

export const accounts: Readonly<Record<keyof typeof english, string>> = {
  'reset.title': 'Mot de passe oublié ?',
  'reset.text':
    'Saisissez votre identifiant ou votre adresse e-mail. Un lien pour choisir un nouveau mot de passe vous est envoyé.',
  'reset.name': 'Identifiant ou adresse e-mail',
  'reset.nameMissing': 'Saisissez votre identifiant ou votre adresse e-mail.',
  'reset.button': 'M’envoyer un lien',
  'reset.done': 'S’il existe un tel compte avec une adresse, un e-mail avec un lien est en route.',
  'reset.doneText':
    'Le lien est valable une heure. Cela prend quelques minutes ; regardez aussi parmi les indésirables. Un compte reçoit au plus trois e-mails de ce genre par heure.',
  'reset.noMail': 'Ce site n’envoie pas d’e-mails.',
  'reset.noMailText':
    'Un administrateur peut créer pour vous un lien avec lequel vous choisissez un mot de passe.',
  'reset.back': 'Retour à la connexion',
}

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
  'signIn.title': 'Se connecter',
  'signIn.password': 'Mot de passe',
  'signIn.button': 'Se connecter',
  'signIn.wrong': 'L’identifiant et le mot de passe ne correspondent pas.',
  'signIn.noPassword':
    'Pas encore de mot de passe ? Demandez un lien à un administrateur, ou exécutez marquee user link sur le serveur.',
  'link.setUp': 'Choisir le mot de passe de l’administrateur',
  'link.invitation': 'Choisissez votre mot de passe',
  'link.reset': 'Choisissez un nouveau mot de passe',
  'link.account': 'Compte :',
  'link.save': 'Enregistrer et se connecter',
  'link.keepKeys': 'Conserver les mots de passe d’application et les clés d’API',
  'link.keepKeysHint': 'Ne cochez pas si quelqu’un d’autre peut les connaître.',
  'link.gone': 'Ce lien n’est plus valable',
  'link.goneText':
    'Il a déjà servi, ou son délai est passé. Demandez-en un nouveau à un administrateur, ou faites-vous en envoyer un.',
  'password.new': 'Nouveau mot de passe',
  'password.hint': '{count} caractères ou plus.',
  'password.again': 'Le même encore une fois',
  'password.short': 'Un mot de passe a {count} caractères ou plus. Rien n’a été modifié.',
  'password.long': 'Un mot de passe a {count} caractères au plus. Rien n’a été modifié.',
  'password.differ': 'Les deux mots de passe sont différents. Rien n’a été modifié.',
  'reminders.title': 'Rappels',
  'reminders.text': 'Si vous le dites ici, vous ne recevrez plus de rappels pour cet événement.',
  'reminders.kept': 'Vos billets et tous les e-mails au sujet de votre commande arrivent toujours.',
  'reminders.button': 'Plus de rappels',
  'reminders.done': 'Vous ne recevrez plus de rappels pour cet événement.',
  'reminders.unknown': 'Ce lien n’est pas valable',
  'reminders.unknownText': 'Ouvrez le lien tel qu’il est dans l’e-mail, du début à la fin.',
}

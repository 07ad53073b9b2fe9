/** Sentences of the pages about accounts. */
export const accounts = {
  'reset.title': 'Forgotten your password?',
  'reset.text':
    'Enter your login or your e-mail address. A link with which you choose a new password is mailed to you.',
  'reset.name': 'Login or e-mail address',
  'reset.nameMissing': 'Enter your login or your e-mail address.',
  'reset.button': 'Send me a link',
  'reset.done': 'If there is such an account with an address, a mail with a link is on its way.',
  'reset.doneText':
    'The link is valid for an hour. It takes a few minutes; look among unwanted mail, too. An account gets three such mails an hour at most.',
  'reset.noMail': 'This site sends no mail.',
  'reset.noMailText': 'An administrator can make a link for you with which you choose a password.',
  'reset.back': 'Back to sign-in',
} as const

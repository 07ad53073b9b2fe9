import type { Command } from 'commander'
import type { Config } from '../config/config.ts'

/** `marquee mail …`. They work while the service runs. */
export function addMailCommands(program: Command, settings: () => Config) {
  const mail = program.command('mail').description('the outbox and the mail server')
  mail
    .command('test <address>')
    .description('send a test mail, the same way as every other')
    .action(async (address: string) =>
      (await import('./mail.ts')).withMail(settings(), { do: 'test', to: address }),
    )
  mail
    .command('list')
    .description('print the newest mails and what became of them')
    .option('--state <state>', 'those in one state, e.g. failed')
    .action(async ({ state }: { state?: string }) =>
      (await import('./mail.ts')).listMail(settings(), state),
    )
  mail
    .command('retry <id...>')
    .description('send mails that did not arrive once more')
    .action(async (ids: string[]) =>
      (await import('./mail.ts')).withMail(settings(), { do: 'retry', ids }),
    )
  mail
    .command('bounce')
    .description(
      'take a mail that came back from standard input, e.g. from the pipe of a mail server',
    )
    .action(async () => (await import('./mail.ts')).bounceMail(settings()))
  mail
    .command('preview')
    .description('write every mail about an order, in every language, into a folder')
    .requiredOption('--order <id>', 'the order')
    .option('--out <dir>', 'the folder', 'mails')
    .action(async (options: { order: string; out: string }) =>
      (await import('./preview-mail.ts')).previewMail(settings(), options),
    )
}

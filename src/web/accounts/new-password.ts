import { passwordCharactersMin } from '../../access/users/rules.ts'
import type { Words } from '../../core/words/speak.ts'

export const passwordCharactersMost = 1000

/** Reads a new password, sent twice, from a form; or returns what is wrong with it, in words for the visitor. */
export function readNewPassword(
  { password, again }: Readonly<Record<string, unknown>>,
  { t }: Pick<Words, 't'>,
): { password: string } | { problem: string } {
  if (typeof password !== 'string' || password.length < passwordCharactersMin) {
    return { problem: t('password.short', { count: passwordCharactersMin }) }
  }
  if (password.length > passwordCharactersMost) {
    return { problem: t('password.long', { count: passwordCharactersMost }) }
  }
  return again === password ? { password } : { problem: t('password.differ') }
}

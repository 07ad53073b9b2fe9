import type { Theme } from '../../core/theme.ts'
import { base } from './base.ts'
import { buying } from './buying.ts'
import { catalogue } from './catalogue.ts'
import { embedded } from './embedded.ts'
import { pieces } from './pieces.ts'
import { print } from './print.ts'
import { tokens } from './tokens.ts'

/** The style sheet of all pages, made from the theme. Later parts override earlier ones. */
export const styleSheet = (theme: Theme) =>
  [tokens(theme), base, pieces, catalogue, buying, embedded, print].join('').trim()

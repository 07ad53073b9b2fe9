import type { Db } from '../../platform/db/database.ts'
import { namesInOtherScripts } from '../../ticketing/attendees/lookup.names.ts'
import { optionalPackages } from './font-table.ts'
import { hasGlyphs } from './fonts.ts'
import { type HasGlyphs, missingIn } from './text-runs.ts'

/** For the operator: which scripts of these texts are printed as question marks, and how to install their fonts. */
export function sentencesOnFonts(texts: readonly string[], has: HasGlyphs): string[] {
  const missing = new Set(texts.flatMap(text => missingIn(text, has)))
  return Object.entries(optionalPackages)
    .filter(([script]) => missing.has(script))
    .map(
      ([script, name]) =>
        `Some names on tickets are written in ${script} and printed as question marks. To print them: npm install ${name}`,
    )
}

/** The same for what is stored. */
export const doctorOfFonts = async (db: Db): Promise<string[]> =>
  sentencesOnFonts(await namesInOtherScripts(db), hasGlyphs)

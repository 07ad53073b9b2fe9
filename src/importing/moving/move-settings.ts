import { hashSecret } from '../../access/keys/rules.ts'
import { localeNamed } from '../../core/locale.ts'
import { plainTitle } from '../../core/text.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { SourceSite } from '../sources/source-site.ts'
import { bringScannerKey, findScannerKeyHash, saveSettingOnce } from './store.settings.ts'
import { actAsImport } from './store.ts'
import type { Run } from './write-batch.ts'

const keyName = 'Key of the old site'

/**
 * Brings the scanner key of the old site, so that the phones at the door go on, and its name and
 * language, where none were saved. All once: a key
 * that was deleted here does not come again.
 */
export async function moveSettings(run: Run, { settings }: SourceSite): Promise<void> {
  const { sourceId, db, tally } = run
  const { scannerKey, name, language } = settings
  if (scannerKey !== undefined) {
    tally.lose(
      'setting',
      null,
      'The old scanner key goes on working at the door. Somebody chose it and it may be guessed: make a new one for each phone, and delete it.',
    )
  }
  if (run.dryRun || sourceId === undefined) return
  await transaction(db, async tx => {
    await actAsImport(tx)
    const title = plainTitle(name ?? '').slice(0, 200)
    if (title !== '') await saveSettingOnce(tx, 'name', title)
    const locale = localeNamed((language ?? '').replaceAll('_', '-'))
    if (locale) await saveSettingOnce(tx, 'language', locale)
    if (scannerKey === undefined) return
    const hash = hashSecret(scannerKey)
    if ((await findScannerKeyHash(tx, sourceId))?.equals(hash)) return
    await bringScannerKey(tx, { sourceId, hash, name: keyName })
  })
}

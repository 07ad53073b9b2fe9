import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { drawSizes } from '../../catalogue/images/draw-sizes.ts'
import { saveImage } from '../../catalogue/images/save-image.ts'
import type { SafeFetch } from '../../platform/net/safe-fetch.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { typed } from '../kinds/values.ts'
import { metaOf, type SourcePost, type SourceSite } from '../sources/source-site.ts'
import { findRecords, saveRecords } from './store.ts'
import type { Run } from './write-batch.ts'

/** Where the files of pictures are taken from. */
export type PictureSource =
  | { readonly from: 'nowhere' }
  /** From the site, while it still runs. */
  | { readonly from: 'site'; readonly fetch: SafeFetch }
  /** From a copy of its folder `wp-content/uploads`. */
  | { readonly from: 'folder'; readonly folder: string }

const bytesMost = 10 * 1024 * 1024
const timeoutMs = 20_000

type Moving = {
  readonly pictures: PictureSource
  /** Is told each picture that is here now. */
  readonly came: (oldId: number) => void
  readonly onProgress: (done: number) => void
}

/**
 * Brings the pictures of the site with their ids; each is drawn anew in our sizes. One that cannot be had is a loss, and the rest
 * goes on. A dry run fetches and draws them too, so that it reports the same.
 */
export async function movePictures(run: Run, site: SourceSite, moving: Moving): Promise<void> {
  let done = 0
  for await (const post of site.posts('attachment')) {
    const outcome = await movePicture(run, site, { post, ...moving })
    if (outcome === 'made' || outcome === 'same') {
      moving.came(post.id)
      run.tally.add('image', outcome)
      for (const reason of wordsLost(post)) run.tally.lose('image', post.id, reason)
    } else {
      run.tally.add('image', 'lost')
      run.tally.lose('image', post.id, outcome.reason)
    }
    done += 1
    moving.onProgress(done)
  }
}

/** An export does not say the type of a file. */
const isPicture = ({ mime, address }: SourcePost) =>
  mime === '' ? /\.(jpe?g|png|gif|webp|avif)$/i.test(address) : mime.startsWith('image/')

type One = { readonly post: SourcePost; readonly pictures: PictureSource }

async function movePicture(
  run: Run,
  site: SourceSite,
  { post, pictures }: One,
): Promise<'made' | 'same' | { reason: string }> {
  const { db, sourceId, dryRun, offset } = run
  if (!isPicture(post)) return { reason: 'Only pictures come: it is another kind of file.' }
  if (sourceId !== undefined && (await cameBefore(run, sourceId, post.id))) return 'same'
  if (pictures.from === 'nowhere') return { reason: 'Pictures were left out (--images skip).' }
  const address = addressOf(post, site.home)
  const content = await contentOf(post, pictures, address)
  if (!Buffer.isBuffer(content)) return content
  if (dryRun || sourceId === undefined) {
    const drawn = await drawSizes(content)
    return 'problem' in drawn ? { reason: drawn.problem } : 'made'
  }
  const saved = await saveImage(db, {
    content,
    filename: path.posix.basename(metaOf(post, '_wp_attached_file')) || 'picture',
    authorId: null,
    sourceUrl: address,
    id: post.id + offset,
  })
  if (typeof saved !== 'number') return { reason: saved.problem }
  const note = { oldId: post.id, ourId: saved, hash: address, ours: null }
  await transaction(db, tx => saveRecords(tx, { sourceId, kind: 'image' }, [note]))
  return 'made'
}

const cameBefore = async ({ db }: Run, sourceId: number, oldId: number) =>
  (await findRecords(db, { sourceId, kind: 'image', oldIds: [oldId] })).has(oldId)

/** The address of the file on the old site, by which its old addresses lead to the picture here. */
function addressOf(post: SourcePost, home: string): string {
  const file = metaOf(post, '_wp_attached_file')
  const address = post.address || `${home}/wp-content/uploads/${file}`
  return URL.canParse(address) ? new URL(address).href : address
}

async function contentOf(
  post: SourcePost,
  pictures: Exclude<PictureSource, { from: 'nowhere' }>,
  address: string,
): Promise<Buffer | { reason: string }> {
  if (pictures.from === 'folder')
    return contentOfFile(pictures.folder, metaOf(post, '_wp_attached_file'))
  const answer = await pictures.fetch(address, { bytesMax: bytesMost, timeoutMs, redirectsMax: 3 })
  if (answer.kind === 'answer' && answer.status === 200) return answer.content
  const why =
    answer.kind === 'answer' ? `the site answered ${answer.status}` : reasons[answer.because]
  return { reason: `It could not be fetched from ${address}: ${why}.` }
}

const reasons: Readonly<Record<string, string>> = {
  address: 'this is no address of the public internet',
  unreachable: 'the site cannot be reached',
  timeout: 'the site did not answer in time',
  'too-large': 'it has more than 10 MiB',
  'too-many-redirects': 'it leads from one address to the next',
}

/** A file of the export's folder; a path that leads out of the folder is none. */
async function contentOfFile(folder: string, name: string): Promise<Buffer | { reason: string }> {
  const missing = { reason: `There is no file ${name} in the folder of uploads.` }
  try {
    const root = await realpath(folder)
    const file = await realpath(path.join(root, name))
    if (name === '' || !file.startsWith(root + path.sep)) return missing
    const about = await stat(file)
    if (!about.isFile()) return missing
    return about.size > bytesMost ? { reason: 'It has more than 10 MiB.' } : await readFile(file)
  } catch {
    return missing
  }
}

/** What is said about a picture has no place here. */
function wordsLost(post: SourcePost): string[] {
  const alternative = metaOf(post, '_wp_attachment_image_alt')
  return [
    ...(alternative === ''
      ? []
      : [`Its alternative text has no place here: ${typed(alternative)}`]),
    ...(post.excerpt === '' ? [] : [`Its caption has no place here: ${typed(post.excerpt)}`]),
  ]
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { can, userIdOf } from '../../core/caller.ts'
import { fail, failMissing, failParams } from '../../core/errors.ts'
import { pageLinks, pageOffset, totalPages } from '../../core/page.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import type { Db } from '../../platform/db/database.ts'
import { counted, perPageMax } from '../counted.ts'
import type { RequestInfo, UploadedFile } from '../../platform/http/request/request.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { hasAny } from '../../platform/http/kept/send-kept.ts'
import { fileForPages } from './file-for-pages.ts'
import { imageViews } from './lookup.ts'
import { areaOf } from './rules.ts'
import { saveImage } from './save-image.ts'
import {
  ImageList,
  ImageListQuery,
  ImageParams,
  ImageUpload,
  ImageUploadQuery,
  ImageView,
} from './schema.ts'
import { deleteImage, findFile, findImage, listImages } from './store.ts'
import { imageView } from './view.ts'

/** Routes of the image library, an addition of ours (contract.md 5.14): upload, list, read, delete. */
export function imageRoutes(api: Api, deps: Deps) {
  declareUpload(api, deps)
  declareList(api, deps)
  declareRead(api, deps)
  declareDelete(api, deps)
}

function declareUpload(api: Api, { db, publicRoot }: Deps) {
  route(api, {
    method: 'POST',
    path: '/images',
    summary: 'Upload an image',
    access: { needs: 'upload_files' },
    query: ImageUploadQuery,
    body: ImageUpload,
    returns: ImageView,
    status: 201,
    errors: ['rest_missing_callback_param', 'rest_body_too_large'],
    load: ({ body, request }) => upload(body.file, request) ?? failMissing(['file']),
    check: async ({ query: { crop } }) => cropProblems(crop),
    handle: async ({ caller, actor, query: { crop }, loaded: { content, filename } }) => {
      const authorId = userIdOf(caller)
      const saved = await saveImage(actingOn(db, actor), {
        content,
        filename,
        authorId,
        sourceUrl: null,
        crop,
      })
      if (typeof saved !== 'number') failParams({ file: { message: saved.problem } })
      const views = await imageViews(db, [saved], publicRoot)
      return views.get(saved) ?? fail('internal_server_error')
    },
  })
}

/** Whether a text names a part of a picture does not depend on how large it is. */
function cropProblems(crop: string | undefined): Problems {
  if (crop === undefined || areaOf(crop, { width: 1000, height: 1000 })) return {}
  const message =
    'must be left, top, width and height in thousandths of the picture, inside of it, such as `0,125,1000,750`.'
  return { crop: { message } }
}

function declareList(api: Api, { db, publicRoot, config, restRoot }: Deps) {
  route(api, {
    method: 'GET',
    path: '/images',
    summary: 'List images, the newest first',
    access: { needs: 'upload_files' },
    query: ImageListQuery,
    returns: ImageList,
    errors: ['image-archive-page-not-found'],
    handle: async ({ query }) => {
      const { page = 1, per_page: wanted = config.eventsPerPage } = query
      const perPage = Math.min(wanted, perPageMax)
      const window = { limit: perPage, offset: pageOffset(page, perPage) }
      const { rows, total } = await listImages(db, window)
      if (rows.length === 0 && page > 1) fail('image-archive-page-not-found')
      const base = `${restRoot('events')}/images/`
      const body = {
        images: rows.map(row => imageView(row, publicRoot)),
        ...pageLinks({ base, params: { per_page: perPage }, page, perPage, total }),
        total,
        total_pages: totalPages(total, perPage),
      }
      return counted(body, { total, perPage })
    },
  })
}

const failUnknown = () => failParams({ id: { message: 'There is no image with this id.' } })

/** The image with this id; fails with 400 when there is none. */
async function demandImage(db: Db, id: number) {
  return (await findImage(db, id)) ?? failUnknown()
}

function declareRead(api: Api, { db, publicRoot }: Deps) {
  route(api, {
    method: 'GET',
    path: '/images/:id',
    summary: 'Read an image',
    access: { needs: 'upload_files' },
    params: ImageParams,
    returns: ImageView,
    load: ({ params }) => demandImage(db, params.id),
    handle: ({ loaded }) => imageView(loaded, publicRoot),
  })
}

function declareDelete(api: Api, { db, publicRoot }: Deps) {
  route(api, {
    method: 'DELETE',
    path: '/images/:id',
    summary: 'Delete an image for good; what shows it goes on without',
    params: ImageParams,
    load: ({ params }) => demandImage(db, params.id),
    access: {
      who: 'The uploader, and callers with `delete_others_records`.',
      when: ({ caller, loaded: { author_id } }) =>
        can(caller, 'upload_files') &&
        (author_id === userIdOf(caller) || can(caller, 'delete_others_records')),
    },
    returns: ImageView,
    handle: async ({ loaded, actor }) => {
      if (!(await deleteImage(actingOn(db, actor), loaded.id))) failUnknown()
      return imageView(loaded, publicRoot)
    },
  })
}

type Upload = { content: Buffer; filename: string }

/** The file of a multipart form, or a body that is the picture itself. */
function upload(file: UploadedFile | undefined, request: RequestInfo): Upload | undefined {
  if (Buffer.isBuffer(file?.content)) return file
  const isPicture = String(request.headers['content-type']).startsWith('image/')
  if (!isPicture || !request.rawBody?.length) return undefined
  const disposition = String(request.headers['content-disposition'] ?? '')
  const filename = /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? ''
  return { content: request.rawBody, filename }
}

const maxAge = 'public, max-age=31536000, immutable'

/**
 * The pictures themselves, `/images/<id>-<key>/<size>.<extension>`. The address cannot be guessed and is the
 * access. Clients may cache a picture for ever, since it never changes.
 */
export function imageFileRoutes(http: FastifyInstance, { db }: Deps) {
  http.get(
    '/images/:image(^\\d{1,15}-[0-9a-f]{32}$)/:file',
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { image, file } = request.params as { image: string; file: string }
      const [id, key = ''] = image.split('-')
      const forPages = /^w(400|800|1200)\.(avif|webp)$/.exec(file)
      if (forPages) {
        const [, width, format] = forPages
        const wanted = {
          width: Number(width),
          format: format === 'avif' ? 'avif' : 'webp',
        } as const
        const digests = digestsIn(request.headers['if-none-match'])
        const drawn = await fileForPages(db, { id: Number(id), key, known: digests }, wanted)
        if (!drawn) fail('rest_no_route')
        return sendPicture([request, reply], drawn, `image/${wanted.format}`)
      }
      const [, size = '', extension] = /^([a-z_]+)\.([a-z]+)$/.exec(file) ?? []
      const heldDigests = digestsIn(request.headers['if-none-match'])
      const picture = await findFile(db, { id: Number(id), key, size, known: heldDigests })
      if (!picture || picture.extension !== extension) fail('rest_no_route')
      return sendPicture([request, reply], picture, picture.mime_type)
    },
  )
}

/** `content` is null where the client has it, as its digests say. */
function sendPicture(
  [request, reply]: [FastifyRequest, FastifyReply],
  { digest, content }: { digest: string; content: Buffer | null },
  type: string,
) {
  reply.headers({ etag: `"${digest}"`, 'cache-control': maxAge })
  if (content === null || hasAny(request.headers)) return reply.code(304).send()
  return reply.type(type).send(content)
}

const digestsIn = (header: string | undefined) =>
  [...(header ?? '').matchAll(/"([0-9a-f]{32})"/g)].map(([, digest = '']) => digest)

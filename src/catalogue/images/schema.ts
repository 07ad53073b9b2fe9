import { type Static, Type } from 'typebox'
import {
  addressOf,
  idOf,
  linkedPageMembers,
  mapOf,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { id, pageNumber, text } from '../../platform/http/described/params.ts'
import type { UploadedFile } from '../../platform/http/request/request.ts'

const measures = {
  width: Type.Integer({ description: 'Pixels.' }),
  height: Type.Integer({ description: 'Pixels.' }),
}
const filesize = Type.Integer({ description: 'Bytes.' })

const ImageSize = Type.Object(
  {
    ...measures,
    'mime-type': said('E.g. `image/webp`.'),
    filesize,
    url: addressOf('the picture in this size'),
  },
  { title: 'ImageSize' },
)

export const ImageView = Type.Object(
  {
    url: addressOf('the picture'),
    id: idOf('image'),
    extension: said('The end of its name, without a dot: `jpg`, `png`, `webp` or `gif`.'),
    ...measures,
    filesize,
    sizes: Type.Optional(
      mapOf<Static<typeof ImageSize>>(ImageSize, {
        description: 'Smaller sizes by name; absent when the picture has none.',
      }),
    ),
  },
  { title: 'Image', description: 'A picture, and smaller sizes of it.' },
)

export const ImageParams = Type.Object({ id: id({ description: 'The id of the image.' }) })

export const ImageUploadQuery = Type.Object({
  crop: Type.Optional(
    text({
      maxLength: 19,
      description:
        'Keeps only this part: `left,top,width,height` in thousandths of the upright picture, such as `0,125,1000,750`.',
    }),
  ),
})

export const ImageListQuery = Type.Object({
  page: Type.Optional(pageNumber()),
  per_page: Type.Optional(Type.Integer({ minimum: 1, description: 'Page size; at most 50.' })),
})

export const ImageList = Type.Object({
  images: Type.Array(ImageView, { description: 'The pictures of this page.' }),
  ...linkedPageMembers,
})

export const ImageUpload = Type.Object({
  file: Type.Optional(
    Type.Unsafe<UploadedFile>({
      takes: { type: 'string', contentMediaType: 'application/octet-stream' },
      description:
        'The picture, as a file of a multipart form. It can also be the whole body, sent with its own content type.',
    }),
  ),
})

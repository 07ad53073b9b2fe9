import { Type } from 'typebox'
import { id } from '../../platform/http/params.ts'
import type { UploadedFile } from '../../platform/http/request.ts'

const size = Type.Object(
  {
    width: Type.Integer(),
    height: Type.Integer(),
    'mime-type': Type.String(),
    filesize: Type.Integer({ description: 'Bytes.' }),
    url: Type.String(),
  },
  { title: 'ImageSize' },
)

export const ImageView = Type.Object(
  {
    url: Type.String(),
    id: Type.Integer(),
    extension: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    filesize: Type.Integer({ description: 'Bytes.' }),
    sizes: Type.Optional(
      Type.Record(Type.String(), size, {
        description: 'Absent when the picture has no smaller size.',
      }),
    ),
  },
  { title: 'Image' },
)

export const ImageParams = Type.Object({ id: id() })

export const ImageListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, description: 'Page size; at most 50.' })),
})

export const ImageList = Type.Object({
  images: Type.Array(ImageView),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
})

export const ImageUpload = Type.Object({
  file: Type.Optional(
    Type.Unsafe<UploadedFile>({
      description:
        'The picture, as a file of a multipart form. It can also be the whole body, sent with its own content type.',
      contentMediaType: 'application/octet-stream',
    }),
  ),
})

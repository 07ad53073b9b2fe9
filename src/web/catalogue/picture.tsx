import type { Image } from '../../catalogue/images/lookup.ts'
import { useView } from '../kit/view.ts'

type Pictured = { readonly image: Image | false }

/** The address of a small picture, for lists. */
export function thumbnailOf({ image }: Pictured): string | undefined {
  if (!image) return undefined
  const isAnimated = image.extension === 'gif'
  return isAnimated ? image.url : `${folderOf(image)}/w400.webp`
}

/**
 * The picture for link previews: a photograph as it was uploaded has more bytes than most services fetch. The formats
 * for pages are understood by few of them.
 */
export function previewOf(image: Image | undefined) {
  if (!image) return undefined
  const { url, width, height } = image.sizes?.['large'] ?? image
  return { url, width, height }
}

const folderOf = ({ url }: Image) => url.slice(0, url.lastIndexOf('/'))

/** The widths of pictures that browsers choose from. */
const widths = [400, 800, 1200] as const
const formats = ['avif', 'webp'] as const

type PictureProps = {
  image: Image
  alt: string
  /** How wide the picture is shown, for browsers to choose a file by. */
  sizes: string
}

/** A picture in the formats and widths that browsers choose from, which they are told to load first. */
export function Picture({ image, alt, sizes }: PictureProps) {
  const folder = folderOf(image)
  const offered = widths.filter(width => width <= image.width || width === 400)
  const isAnimated = image.extension === 'gif'
  return (
    <picture>
      {!isAnimated &&
        formats.map(format => (
          <source
            key={format}
            type={`image/${format}`}
            srcset={offered.map(width => `${folder}/w${width}.${format} ${width}w`).join(', ')}
            sizes={sizes}
          />
        ))}
      <img
        src={image.sizes?.['large']?.url ?? image.url}
        alt={alt}
        width={image.width}
        height={image.height}
        fetchpriority="high"
      />
    </picture>
  )
}

/**
 * The picture at the top of a page. It takes less than half of the screen and may be cut there; pressed, it is shown
 * whole.
 */
export function Hero({ image, alt }: { image: Image; alt: string }) {
  const { t } = useView().words
  return (
    <a
      class={image.height > image.width ? 'hero tall' : 'hero'}
      href={image.url}
      aria-label={t('event.picture')}
    >
      <Picture image={image} alt={alt} sizes="(max-width: 1160px) 100vw, 1120px" />
    </a>
  )
}

import type { Image } from '../../catalogue/images/lookup.ts'

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

/** The picture at the top of a page, which browsers are told to load first. */
export function Hero({ image, alt }: { image: Image; alt: string }) {
  const folder = folderOf(image)
  const offered = widths.filter(width => width <= image.width || width === 400)
  const isAnimated = image.extension === 'gif'
  return (
    <picture class="hero">
      {!isAnimated &&
        formats.map(format => (
          <source
            key={format}
            type={`image/${format}`}
            srcset={offered.map(width => `${folder}/w${width}.${format} ${width}w`).join(', ')}
            sizes="(max-width: 1160px) 100vw, 1120px"
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

import 'react-image-crop/dist/ReactCrop.css'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop'
import { Dialog } from '../../pieces/dialog.tsx'

const shape = 16 / 9

const handles = {
  cropArea: 'The part that is shown; the arrow keys move it',
  nwDragHandle: 'Upper left corner',
  nDragHandle: 'Upper edge',
  neDragHandle: 'Upper right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Lower right corner',
  sDragHandle: 'Lower edge',
  swDragHandle: 'Lower left corner',
  wDragHandle: 'Left edge',
}

type Props = {
  /** The address of the picture as it was chosen. */
  source: string
  isSending: boolean
  close: () => void
  /** `part`: the part that is kept, as the interface takes it; empty for the whole picture. */
  done: (part: string) => void
}

/** Which part of a picture is shown. By mouse, by touch, or with the arrow keys at its edges. */
export function CropDialog({ source, isSending, close, done }: Props) {
  const [crop, setCrop] = useState<PercentCrop>()
  return (
    <Dialog opened onClose={close} title="Which part is shown?" size="xl">
      <p className="soft small" style={{ marginBottom: 10 }}>
        Pages show pictures twice as wide as high, or nearly. Draw the frame, or move it with the
        arrow keys.
      </p>
      <ReactCrop
        {...(crop && { crop })}
        aspect={shape}
        onChange={(_, percent) => setCrop(percent)}
        ariaLabels={handles}
      >
        <img
          src={source}
          alt="As you chose it"
          style={{ maxHeight: '52vh' }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setCrop(firstCrop(width, height))
          }
        />
      </ReactCrop>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => done('')} disabled={isSending}>
          Keep all of it
        </Button>
        <Button loading={isSending} onClick={() => done(crop ? partOf(crop) : '')}>
          Use this part
        </Button>
      </Group>
    </Dialog>
  )
}

/** The largest part of the right shape, from the middle. */
const firstCrop = (width: number, height: number) =>
  centerCrop(makeAspectCrop({ unit: '%', width: 100 }, shape, width, height), width, height)

/** Thousandths, as the interface takes them; rounding never reaches beyond an edge. */
function partOf({ x, y, width, height }: PercentCrop): string {
  const [left, top] = [Math.round(x * 10), Math.round(y * 10)]
  const wide = Math.min(1000 - left, Math.round(width * 10))
  const tall = Math.min(1000 - top, Math.round(height * 10))
  return wide < 1 || tall < 1 ? '' : [left, top, wide, tall].join(',')
}

import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { uploadPicture } from '../../interface/marquee.ts'
import { wordsOf } from '../../interface/wrong.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

type Props = {
  /** What it is a picture of. */
  of: 'event' | 'venue' | 'organizer'
  url: string | undefined
  change: (chosen: { image: string }) => void
}

/** The picture of a record. It is uploaded at once, and belongs to the record when that is saved. */
export function PictureField({ of, url, change }: Props) {
  const [shown, setShown] = useState(url)
  const [chosen, setChosen] = useState<{ file: File; source: string }>()
  const [told, setTold] = useState('')
  const [isSending, setSending] = useState(false)
  const forget = () => {
    if (chosen) URL.revokeObjectURL(chosen.source)
    setChosen(undefined)
  }
  const upload = async (file: File, part: string) => {
    setSending(true)
    setTold('')
    try {
      const picture = await uploadPicture(file, part)
      setShown(picture.url)
      change({ image: String(picture.id) })
      setTold(`Uploaded. Save the ${of} to keep it.`)
    } catch (error) {
      setTold(wordsOf(error))
    } finally {
      setSending(false)
      forget()
    }
  }
  const remove = () => {
    setShown(undefined)
    change({ image: '' })
  }
  return (
    <Input.Wrapper
      label="Picture"
      labelElement="div"
      description="Wide, at least 1,200 pixels. JPEG, PNG or WebP."
    >
      {shown !== undefined && (
        <img className="picked" src={shown} alt="The chosen one" style={{ marginTop: 8 }} />
      )}
      <Group mt="xs">
        <FileButton
          accept="image/jpeg,image/png,image/webp,image/gif"
          onChange={file => file && setChosen({ file, source: URL.createObjectURL(file) })}
          inputProps={{ 'aria-label': 'Choose a picture' }}
        >
          {props => (
            <Button variant="default" {...props}>
              {shown === undefined ? 'Choose a picture' : 'Choose another'}
            </Button>
          )}
        </FileButton>
        {shown !== undefined && (
          <Button variant="subtle" onClick={remove}>
            Remove it
          </Button>
        )}
        <Text role="status" className="small" c="dimmed">
          {told}
        </Text>
      </Group>
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog
            source={chosen.source}
            isSending={isSending}
            close={forget}
            done={part => void upload(chosen.file, part)}
          />
        </Suspense>
      )}
    </Input.Wrapper>
  )
}

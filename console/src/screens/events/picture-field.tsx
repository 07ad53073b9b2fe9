import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import type { Event } from '@marquee-events/client'
import { lazy, Suspense, useState } from 'react'
import { uploadPicture } from '../../interface/marquee.ts'
import { wordsOf } from '../../interface/wrong.ts'
import type { useFields } from '../../pieces/form.tsx'
import type { EventDraft } from './event-draft.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

type Props = { event: Event | undefined; form: ReturnType<typeof useFields<EventDraft>> }

/** The picture of an event. It is uploaded at once, and belongs to the event when that is saved. */
export function PictureField({ event, form }: Props) {
  const [shown, setShown] = useState(event?.image ? event.image.url : undefined)
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
      const { id, url } = await uploadPicture(file, part)
      setShown(url)
      form.change({ image: String(id) })
      setTold('Uploaded. Save the event to keep it.')
    } catch (error) {
      setTold(wordsOf(error))
    } finally {
      setSending(false)
      forget()
    }
  }
  const remove = () => {
    setShown(undefined)
    form.change({ image: '' })
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

import { Button, FileButton, Group } from '@mantine/core'
import type { GetSettingsResponse } from '@marquee-events/client'
import { marquee, uploadLogo } from '../../interface/marquee.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card } from '../../pieces/page.tsx'

type Props = { settings: Pick<GetSettingsResponse, 'logo' | 'fixed' | 'name'> }

/** The logo of the site: shown as pages show it, chosen from a file, and taken away. */
export function LogoCard({ settings: { logo, fixed, name } }: Props) {
  const isFixed = fixed.includes('logo')
  const upload = useWrite({
    write: (file: File) => uploadLogo(file),
    changes: ['settings'],
    done: 'Pages, mails and icons have the logo.',
  })
  const drop = useWrite({
    write: () => marquee.deleteLogo(),
    changes: ['settings'],
    done: 'The mark of the site stands in its place.',
  })
  return (
    <Card title="Logo">
      <Group>
        {logo !== '' && <img className="logo" src={logo} alt={`The logo of ${name}`} height={32} />}
        {!isFixed && (
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={file => file && upload.mutate(file)}
          >
            {props => (
              <Button {...props} variant="default" loading={upload.isPending}>
                {logo === '' ? 'Choose a logo' : 'Choose another logo'}
              </Button>
            )}
          </FileButton>
        )}
        {!isFixed && logo !== '' && (
          <Button variant="subtle" loading={drop.isPending} onClick={() => drop.mutate(undefined)}>
            Take it away
          </Button>
        )}
      </Group>
      <p className="soft small" style={{ marginTop: 10 }}>
        {isFixed
          ? 'The environment of the service decides it.'
          : 'PNG, JPEG or WebP, at most 2 MB. It is shown 32 pixels high beside the name.'}
      </p>
    </Card>
  )
}

import { Checkbox, Field, FormProblems, Select, TextArea } from './form.tsx'
import { Icon } from './icon.tsx'
import type { Page } from './page.ts'
import {
  Button,
  ButtonLink,
  Card,
  Empty,
  Facts,
  Lines,
  Notice,
  Pager,
  Pill,
  Steps,
  Stored,
  Table,
} from './pieces.tsx'

const long =
  'A title that goes on and on, as organisers write them: An Evening of Songs for the Last Tram between Sagene and the Harbour'

/** `/kit`: every piece of the pages in every state, for developers. Its texts are not in the catalogue. */
export function kitPage(): Page {
  return {
    title: 'The page kit',
    body: (
      <div class="stack far">
        <h1>The page kit</h1>
        <Words />
        <Buttons />
        <Notices />
        <Forms />
        <Figures />
      </div>
    ),
  }
}

const Words = () => (
  <section class="stack" aria-label="Words and states">
    <h2>Words and states</h2>
    <p class="prose">
      Text is 16 px on warm paper, 66 characters wide at most. A <a href="#content">link</a> has the
      accent under it. <span class="soft">What matters less is soft.</span>
    </p>
    <h3>{long}</h3>
    <p class="row wraps">
      <Pill>Featured</Pill>
      <Pill tone="good">Valid</Pill>
      <Pill tone="warn">38 left</Pill>
      <Pill tone="bad">Cancelled</Pill>
      <Pill tone="plain">Sold out</Pill>
    </p>
    <ul class="chips slides">
      {['Everything', 'Tonight', 'This weekend', 'Concerts', 'Theatre', 'Free'].map(
        (name, index) => (
          <li key={name}>
            <a class="chip" href="#content" aria-current={index === 0 ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ),
      )}
    </ul>
    <p class="row wraps soft">
      {(['calendar', 'place', 'person', 'clock', 'ticket', 'search', 'share', 'lock'] as const).map(
        name => (
          <Icon key={name} name={name} />
        ),
      )}
      <Icon name="back" turns />
      <Icon name="onward" turns />
    </p>
    <Card>
      <Stored html="<p>What organisers write: <strong>bold</strong>, <em>italic</em>, lists.</p><ul><li>Doors at 6:30 PM</li><li>Step-free access</li></ul><blockquote>The best night of the year.</blockquote>" />
    </Card>
  </section>
)

const Buttons = () => (
  <section class="stack" aria-label="Buttons">
    <h2>Buttons</h2>
    <form class="row wraps">
      <Button main>Order and pay</Button>
      <Button>Another thing</Button>
      <Button danger>Give back</Button>
      <Button disabled>Sold out</Button>
      <ButtonLink small href="#content">
        Add to calendar
      </ButtonLink>
    </form>
    <ButtonLink wide main href="#content">
      {long}
    </ButtonLink>
  </section>
)

const Notices = () => (
  <section class="stack" aria-label="Notices">
    <h2>Notices</h2>
    <Notice title="The doors open at 6:30 PM." />
    <Notice tone="good" title="Your tickets are ready.">
      <p>We sent them to bo@example.org too.</p>
    </Notice>
    <Notice tone="warn" title="Sandbox: payments are simulated, no money moves." />
    <Notice tone="bad" title="This event is cancelled.">
      <p>The artist is ill. Tickets are refunded by themselves.</p>
    </Notice>
    <Empty
      title="Nothing is planned yet"
      text="New events are shown here as soon as they are announced."
    >
      <ButtonLink href="#content">See what was on</ButtonLink>
    </Empty>
  </section>
)

const Forms = () => (
  <section class="stack" aria-label="Forms">
    <h2>Forms</h2>
    <Steps label="Your order" names={['Tickets', 'Your details', 'Payment']} at={1} />
    <FormProblems
      problems={[{ name: 'email', text: 'The address lacks its ending, such as .com or .org.' }]}
    />
    <form class="card pad narrow">
      <fieldset>
        <legend>Who is buying?</legend>
        <div class="two">
          <Field name="name" label="Full name" value="Bo Sample" autocomplete="name" required />
          <Field
            name="email"
            label="E-mail"
            type="email"
            value="bo@example"
            autocomplete="email"
            hint="Tickets go to this address. Nothing else does."
            problem="The address lacks its ending, such as .com or .org."
            required
          />
        </div>
      </fieldset>
      <Select
        name="place"
        label="Place"
        value="great"
        choices={[
          { value: '', name: 'Any place' },
          { value: 'great', name: 'Great Room' },
        ]}
      />
      <TextArea name="message" label="Message to the organiser" maxlength={500} />
      <Checkbox name="terms" label="I accept the terms of sale." required />
      <Checkbox
        name="news"
        label="Tell me about new events."
        problem="This box was not understood."
      />
      <Button main wide>
        Continue
      </Button>
    </form>
  </section>
)

const Figures = () => (
  <section class="stack" aria-label="Figures">
    <h2>Figures</h2>
    <Card>
      <Lines
        lines={[
          { name: '2 × Standard', amount: '$60.00' },
          { name: 'Booking fee', amount: '$4.00', tone: 'soft' },
          { name: 'Coupon WINTER', amount: '– $6.00', tone: 'good' },
          { name: 'Total', amount: '$58.00', tone: 'total' },
        ]}
      />
    </Card>
    <Card>
      <Facts
        facts={[
          { name: 'Holder', value: 'Bo Sample' },
          { name: 'Begins', value: '7:30 PM, Oslo time' },
          { name: 'Place', value: 'Great Room, Elvegata 12' },
        ]}
      />
    </Card>
    <Table
      caption="Tickets of this order"
      columns={[{ name: 'Ticket' }, { name: 'Holder' }, { name: 'Price', isAmount: true }]}
      rows={[
        ['Standard', 'Bo Sample', '$30.00'],
        ['Standard', 'A guest', '$30.00'],
      ]}
    />
    <Pager page={2} pages={5} href={page => `?page=${page}`} />
  </section>
)

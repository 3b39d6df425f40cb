import { dayIn, momentIn, readerZone } from '../format/time.ts'

const machine = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A moment in the reader's zone. */
export const Moment = ({ at }: { at: number }) => (
  <time dateTime={machine(at)}>{momentIn(readerZone(), at)}</time>
)

export const Day = ({ at }: { at: number }) => (
  <time dateTime={machine(at)} title={momentIn(readerZone(), at)}>
    {dayIn(readerZone(), at)}
  </time>
)

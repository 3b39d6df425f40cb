// A reporter for the test runner: writes the path of every file with a failed test, one per line.
import type { TestEvent } from 'node:test/reporters'

export default async function* listFailedFiles(events: AsyncIterable<TestEvent>) {
  const listed = new Set<string>()
  for await (const event of events) {
    if (event.type !== 'test:fail' || !event.data.file || listed.has(event.data.file)) continue
    listed.add(event.data.file)
    yield `${event.data.file}\n`
  }
}

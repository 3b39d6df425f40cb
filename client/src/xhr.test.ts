import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { fetchWithProgress } from './xhr.ts'

type Outcome = { event: 'load'; status: number; body: string } | { event: 'error' } | undefined

/** As much of a browser's XMLHttpRequest as is used; without an outcome it never ends. */
function useFakeXhr(t: TestContext, outcome: Outcome) {
  class FakeXhr extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders = () => 'Upload-Offset: 3\r\nX-Colon: a:b\r\n'
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
    send() {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 2 }))
      if (outcome?.event === 'load')
        Object.assign(this, { status: outcome.status, responseText: outcome.body })
      if (outcome) this.dispatchEvent(new Event(outcome.event))
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: FakeXhr })
  // Uploads of other tests in this process would use it too.
  t.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
}

const request = { method: 'PATCH', headers: { 'tus-resumable': '1.0.0' }, body: new Uint8Array(3) }

test('reports progress and returns a Response', async (t) => {
  useFakeXhr(t, { event: 'load', status: 409, body: '{"code":"upload.locked"}' })
  const sent: number[] = []
  const response = await fetchWithProgress((bytes) => sent.push(bytes))('/uploads/1', request)
  assert.deepEqual(sent, [2])
  assert.deepEqual(
    [response.status, response.headers.get('upload-offset'), response.headers.get('x-colon')],
    [409, '3', 'a:b'],
  )
  assert.deepEqual(await response.json(), { code: 'upload.locked' })
})

test('accepts a response without a body', async (t) => {
  useFakeXhr(t, { event: 'load', status: 204, body: '' })
  assert.equal((await fetchWithProgress(() => {})('/uploads/1', request)).status, 204)
})

test('throws a TypeError when the connection is lost', async (t) => {
  useFakeXhr(t, { event: 'error' })
  await assert.rejects(fetchWithProgress(() => {})('/uploads/1', request), TypeError)
})

test('throws the reason of the signal when it is aborted', async (t) => {
  useFakeXhr(t, undefined)
  const controller = new AbortController()
  const sending = fetchWithProgress(() => {})('/', { ...request, signal: controller.signal })
  controller.abort()
  await assert.rejects(sending, { name: 'AbortError' })
  await assert.rejects(
    fetchWithProgress(() => {})('/', { ...request, signal: controller.signal }),
    {
      name: 'AbortError',
    },
  )
})

import './app.css'
import { StrictMode } from 'react'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { files, uploads } from '@reelay/api/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createQueryClient, ServiceProvider } from '../api/queries.ts'
import { setUpI18n } from '../i18n/setup.ts'
import { createLiveUpdates } from '../api/live-updates.ts'
import { createAppRouter } from './routes.tsx'
import { createService } from '../api/service.ts'
import { createSession } from './session.ts'
import { Toasts } from '../ui/feedback/toasts.tsx'
import { UploadQueueProvider } from '../features/uploads/upload-queue-context.ts'
import { createUploadQueue } from '../features/uploads/upload-queue.ts'
import { colorSchemeManager, cssVariables, theme } from './theme.ts'

const session = createSession({
  storage: sessionStorage,
  channel: new BroadcastChannel('reelay.session'),
})
const service = createService(session)
const queryClient = createQueryClient()
const queue = createUploadQueue({
  service,
  onChange: () =>
    [files.listFiles, uploads.listUploads].forEach(
      ({ path }) => void queryClient.invalidateQueries({ queryKey: [path] }),
    ),
})
const live = createLiveUpdates({
  service,
  queryClient,
  channel: new BroadcastChannel('reelay.live'),
  locks: navigator.locks,
})
const router = createAppRouter(service)

// The routes ask the session again and lead to the sign-in, with the way back in the address. What
// one person saw is not kept for the next.
service.onUnauthorized(() => void leave('expired'))
session.onEnd(() => void leave('signed-out'))
async function leave(because: string) {
  live.stop()
  await router.navigate({
    to: '/sign-in',
    search: { back: router.state.location.href, because },
    replace: true,
  })
  queryClient.clear()
  queue.clear()
}

// Before the page goes with bytes under way, the browser asks.
addEventListener('beforeunload', (event) => {
  if (queue.isBusy()) event.preventDefault()
})

// From the sign-in on, until somebody leaves.
router.subscribe('onResolved', () => live.start())

// A screen reader hears of a new page by its heading; the first page it reads by itself. A field
// that asked for the focus keeps it.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation && !(document.activeElement instanceof HTMLInputElement))
    document.querySelector('h1')?.focus({ preventScroll: true })
})

await Promise.all([session.askOtherTabs(), setUpI18n(localStorage)])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
      >
        <QueryClientProvider client={queryClient}>
          <ServiceProvider value={service}>
            <UploadQueueProvider value={queue}>
              <RouterProvider router={router} />
              <Toasts />
            </UploadQueueProvider>
          </ServiceProvider>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
)

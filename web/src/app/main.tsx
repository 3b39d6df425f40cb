import '@fontsource-variable/inter/wght.css'
import './app.css'
import { StrictMode } from 'react'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { files, uploads } from '@reelay/api/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { invalidatePaths } from '../api/mutations.ts'
import { createLiveUpdates } from '../api/live-updates.ts'
import { createQueryClient } from '../api/query-client.ts'
import { ServiceProvider } from '../api/service-context.ts'
import { createService } from '../api/service.ts'
import { VerificationPrompt } from '../features/credentials/verification-prompt.tsx'
import { ShortcutHelpHost } from '../features/shortcuts/shortcut-help-host.tsx'
import { UploadQueueProvider } from '../features/uploads/upload-queue-context.ts'
import { createUploadQueue } from '../features/uploads/upload-queue.ts'
import { I18nProvider } from '../i18n/i18n-provider.tsx'
import { setUpI18n } from '../i18n/setup.ts'
import { BulkRunsHost } from '../ui/feedback/bulk-runs-host.tsx'
import { explainError } from '../ui/feedback/explain-error.ts'
import { ConfirmDialog } from '../ui/feedback/confirm.tsx'
import { showToast, Toasts } from '../ui/feedback/toasts.tsx'
import { removePrivateData } from './private-data.ts'
import { createAppRouter } from './router.ts'
import { createSession } from './session.ts'
import { colorSchemeManager, cssVariables, theme } from './theme.ts'
import { loadFallbackFonts } from './load-fallback-fonts.ts'
import { registerServiceWorker } from './register-service-worker.ts'

const session = createSession({
  storage: sessionStorage,
  shared: localStorage,
  channel: new BroadcastChannel('reelay.session'),
})
const service = createService(session)
const queryClient = createQueryClient({
  onError: (error) => {
    const { title, advice } = explainError(error)
    showToast(`${title}: ${advice}`, { tone: 'bad' })
  },
})
const uploadQueue = createUploadQueue({
  service,
  onChange: () =>
    [files.listFiles, uploads.listUploads].forEach(
      ({ path }) => void queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  onFilled: () =>
    invalidatePaths(queryClient, ['/workrequests', '/offlines', '/files', '/reports']),
})
const liveUpdates = createLiveUpdates({
  service,
  queryClient,
  channel: new BroadcastChannel('reelay.live'),
  locks: navigator.locks,
})
const router = createAppRouter({ service, queryClient })

service.onUnauthorized(() => void goToSignIn('expired'))
session.onStart(() => void router.invalidate())
session.onEnd(() => void goToSignIn('signed-out').then(() => removePrivateData(service)))

/** Clears what the person saw, so that the next one at this browser does not. */
async function goToSignIn(because: string) {
  liveUpdates.stop()
  await router.navigate({
    to: '/sign-in',
    search: { back: router.state.location.href, because },
    replace: true,
  })
  queryClient.clear()
  uploadQueue.clear()
  await service.copies.clear()
}

// The browser asks before it closes a page with uploads in progress.
addEventListener('beforeunload', (event) => {
  if (uploadQueue.isBusy()) event.preventDefault()
})

// Before the first queries, which then need not run again when the stream is connected, and after
// sign-in. Does nothing while it is running.
router.subscribe('onBeforeNavigate', () => liveUpdates.start())
router.subscribe('onResolved', () => liveUpdates.start())

// Focusing the heading makes a screen reader announce the new page. It reads the first page by
// itself, and a focused field keeps the focus.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation && !(document.activeElement instanceof HTMLInputElement))
    document.querySelector('h1')?.focus({ preventScroll: true })
})

await Promise.all([service.resume(), setUpI18n(localStorage)])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider>
      <DirectionProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemeManager}
        >
          <QueryClientProvider client={queryClient}>
            <ServiceProvider value={service}>
              <UploadQueueProvider value={uploadQueue}>
                <RouterProvider router={router} />
                <VerificationPrompt />
                <ShortcutHelpHost />
                <Toasts />
                <ConfirmDialog />
                <BulkRunsHost />
              </UploadQueueProvider>
            </ServiceProvider>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </I18nProvider>
  </StrictMode>,
)
loadFallbackFonts()
registerServiceWorker()

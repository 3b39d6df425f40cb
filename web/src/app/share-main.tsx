// The page of a share link. It has its own entry, so it loads neither the shell nor the screens of
// the signed-in app.
import '@fontsource-variable/inter/wght.css'
import './app.css'
import { StrictMode } from 'react'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { ShortcutHelpHost } from '../features/shortcuts/shortcut-help-host.tsx'
import { I18nProvider } from '../i18n/i18n-provider.tsx'
import { setUpI18n } from '../i18n/setup.ts'
import { cssVariables, theme } from './theme.ts'
import { loadFallbackFonts } from './load-fallback-fonts.ts'

// Imported here: what the entries import at once is in one chunk, which the app would load as well.
const [{ SharePage }] = await Promise.all([
  import('../features/share-page/share-page.tsx'),
  setUpI18n(localStorage, ['common', 'shared', 'player', 'review']),
])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider>
      <DirectionProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
        >
          <QueryClientProvider client={new QueryClient()}>
            <SharePage code={location.pathname.split('/')[2] ?? ''} />
            <ShortcutHelpHost />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </I18nProvider>
  </StrictMode>,
)
loadFallbackFonts()

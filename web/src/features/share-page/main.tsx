// The page of a share link. It has its own entry, so it loads nothing of the signed-in app.
import './share.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setUpI18n } from '../../i18n/setup.ts'
import { SharePage } from './share-page.tsx'

await setUpI18n(localStorage, ['shared'])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <SharePage code={location.pathname.split('/')[2] ?? ''} />
  </StrictMode>,
)

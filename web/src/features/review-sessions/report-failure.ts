import { explainError } from '../../ui/feedback/explain-error.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'

/** Shows why an action of the session failed. */
export const reportFailure = (action: Promise<unknown>) =>
  void action.catch((error: Error) => {
    const { title, advice } = explainError(error)
    showToast(`${title}: ${advice}`, { tone: 'bad' })
  })

// The problem codes of machine drafts, as in remedies.ts.
export const DRAFT_REMEDIES: Record<string, string> = {
  'draft-provider.kind-invalid': 'Choose `openai` for transcripts.',
  'draft-provider.model-required':
    'Send `model`, such as the name that `GET /v1/models` of the server lists.',
  'draft-provider.not-found': 'The studio has no provider for this task, or you cannot see it.',
  'draft-provider.url-invalid':
    'The URL is not https, not public, or cannot be called; `detail` says which. See [machine drafts](../machine-drafts.md).',
  'draft.no-sound':
    'Upload a film with sound as a preview of the asset, and wait until it is processed.',
  'draft.not-empty': 'Remove the lines of the script first, or edit them.',
  'draft.not-allowed':
    'The studio allows machine drafts only for films without an embargo. Translate the lines yourself, or ask the studio.',
  'draft.not-running': 'The run has ended.',
  'draft.no-empty-lines': 'Clear the lines that should be drafted again.',
  'draft.disabled':
    'The studio has not turned on machine translation, or has just changed it. See [machine drafts](../machine-drafts.md).',
  'draft.running': 'Wait until the run ends, or cancel it.',
}

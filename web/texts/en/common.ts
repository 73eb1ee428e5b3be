/** The texts that all pages share. */
export const common = {
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading…',
  service: 'Task Board Service',
  docs: 'API docs',
  guide: 'Guide',
  unreachable: 'The service does not respond. Check the connection and try again.',
  unknown:
    'The service has not responded. It may have carried out the request nevertheless: check this before you try again.',
  lost: 'The service does not respond. Reconnecting…',
  failed: (status: number) => `The service returned ${status}.`,
  sending: 'Sending…',
  sure: 'Are you sure?',
  cancel: 'Cancel',
  skip: 'Skip to content',
} as const

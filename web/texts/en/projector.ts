/** The texts of the projector. */
export const texts = {
  bar: {
    full: 'Full screen (F)',
    small: 'Leave full screen (F)',
    leave: 'Leave projector view',
  },
  join: {
    open: 'Scan the code, or open this page:',
    code: 'The joining code is:',
    link: 'Join link',
    qr: (link: string) => `QR code of ${link}`,
    local: 'Only this machine can open this address.',
    chosen: 'Other machines of this network may reach the address that you have chosen.',
    choose: 'Choose the address of the network that you share with the learners:',
    closed:
      'The service accepts connections from this machine only. Start it with `HOST=0.0.0.0`, or set `PUBLIC_URL` if learners reach it through a proxy.',
  },
  joined: (joined: number, boards: number) => `${joined} of ${boards} joined`,
} as const

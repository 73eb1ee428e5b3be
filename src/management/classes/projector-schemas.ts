import { type Static, Type } from '@sinclair/typebox'
import { component, ref } from '../../contract/schemas/builders.js'

export const MachineAddress = component('MachineAddress', 'A URL of the service on the network of its machine.', {
  url: Type.String({ format: 'uri', description: 'The URL, with the address of a network interface.' }),
  interface: Type.String({ description: 'The name of the network interface.' }),
})

export const JoinAddresses = component('JoinAddresses', 'The addresses at which learners can open the start page.', {
  url: Type.String({
    format: 'uri',
    description: '`PUBLIC_URL`, or else the URL of the service with the host of this request.',
  }),
  local: Type.Boolean({ description: 'Whether `url` leads only to the machine on which it is opened.' }),
  others: Type.Array(ref(MachineAddress), {
    description: 'The addresses of this machine at which the service listens, without those for this machine only.',
  }),
})
export type JoinAddresses = Static<typeof JoinAddresses>

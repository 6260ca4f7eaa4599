import { flag, id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'

/** The software of a terminal and its capabilities. Maintained by the gateway, the same for all merchants. */
export const terminalapplication = defineResource({
  name: 'terminalapplication',
  plural: 'terminalapplications',
  spec: '2.10, 2.13',
  scope: 'none',
  verbs: ['read', 'list'],
  sort: 'title',
  fields: {
    id: id(),
    title: text(1, 48, 'S', { always: true }),
    description: text(0, 256, 'S'),
    standalone: flag('S', { fallback: false }),
    emv_capable: flag('S', { fallback: false }),
    nfc_capable: flag('S', { fallback: false }),
    pin_capable: flag('S', { fallback: false }),
    print_capable: flag('S', { fallback: false }),
    msr_capable: flag('S', { fallback: false }),
    sig_capture_capable: flag('S', { fallback: false }),
    mpos_terminal: flag('S', { fallback: false }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  about: [
    'In the shop',
    'The software of a terminal and what it can do; the same for all merchants.',
    {
      title: 'The name of the software.',
      description: 'What kind of device it is for.',
      standalone: 'Whether the device works without a till.',
      mpos_terminal: 'Whether it belongs to a phone or tablet.',
      emv_capable: 'Whether it reads chips.',
      nfc_capable: 'Whether it reads contactless cards.',
      pin_capable: 'Whether it takes a PIN.',
      print_capable: 'Whether it prints.',
      msr_capable: 'Whether it reads stripes.',
      sig_capture_capable: 'Whether it takes signatures.',
    },
  ],
})

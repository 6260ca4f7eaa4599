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
})

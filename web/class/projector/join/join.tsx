import type { ComponentChildren } from 'preact'
import type { JoinAddresses } from '../../../../src/classroom/projector/schemas.js'
import { CopyButton } from '../../../shared/parts/copyable.js'
import { texts } from '../../../texts/en/projector.js'
import type { Attendance } from '../../service/seats.js'
import { AddressChoice } from './address-choice.js'
import { joinLink, typedUrl } from './join-link.js'
import { QrCode } from './qr-code.js'

interface JoinProps {
  code: string
  addresses: JoinAddresses
  /** The URL at which learners join. */
  url: string
  attendance: Attendance
  /** Whether the trainer has closed joining. */
  isClosed: boolean
  onAddress(url: string): void
  /** What follows the number of learners. */
  children?: ComponentChildren
}

/** How learners join: the QR code, the address and the joining code in large type. */
export function Join({ code, addresses, url, attendance, isClosed, onAddress, children }: JoinProps) {
  const link = joinLink(url, code)
  return (
    <div class="projector-join">
      <div class="projector-qr">
        <QrCode text={link} label={texts.join.qr(link)} testId="join-qr" />
        <p>
          <span class="hint" data-testid="join-link">
            {link}
          </span>{' '}
          <CopyButton label={texts.join.link} value={link} />
        </p>
      </div>
      <div class="projector-joining">
        <p>{texts.join.open}</p>
        <p class="large" data-testid="join-url">
          {typedUrl(url)}
        </p>
        <p>{texts.join.code}</p>
        <p class="large code" data-testid="projector-code">
          {code}
        </p>
        <p class="large joined" data-testid="projector-joined">
          {texts.joined(attendance)}
        </p>
        {isClosed && <p data-testid="joining-closed">{texts.join.closedByTrainer}</p>}
        {children}
      </div>
      <AddressChoice addresses={addresses} url={url} onAddress={onAddress} />
    </div>
  )
}

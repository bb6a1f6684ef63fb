import { X } from 'lucide-react';

export interface CloseButtonProps {
  readonly label: string;
  /** What it says when it is pointed at, if more than its label. */
  readonly title?: string;
  readonly onClose: () => void;
}

/** The cross at the end of what can be closed. */
export function CloseButton({ label, title = label, onClose }: CloseButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={title}
      onClick={onClose}
    >
      <X aria-hidden="true" />
    </button>
  );
}

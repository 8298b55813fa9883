import type { LucideIcon } from "lucide-react";
import { memo } from "react";
import type { ColourToken } from "./theme.ts";

/** An icon of the product's icon set. */
export type IconGlyph = LucideIcon;

/** All icons of the product, in one list, so that a meaning gets no second icon. */
export {
  ArrowDown,
  ArrowDownLeft,
  ArrowDownRight,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpFromLine,
  ArrowUpRight,
  BadgeCheck,
  Bell,
  CalendarDays,
  Camera,
  ChartArea,
  ChartCandlestick,
  ChartLine,
  ChartNoAxesCombined,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronsRight,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Copy,
  Download,
  Ellipsis,
  EllipsisVertical,
  Eye,
  EyeOff,
  FileUp,
  Globe,
  GripVertical,
  House,
  IdCard,
  ImagePlus,
  ImageUp,
  Info,
  Keyboard,
  KeyRound,
  Landmark,
  Laptop,
  Layers,
  LayoutDashboard,
  List,
  ListFilter,
  Lock,
  LogOut,
  Mail,
  Maximize,
  Menu,
  Minimize,
  Minus,
  PanelLeftClose,
  PanelLeftOpen,
  Pause,
  Pencil,
  Play,
  Plus,
  Printer,
  QrCode,
  ReceiptText,
  RefreshCw,
  RotateCw,
  Search,
  Settings,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  Table2,
  TriangleAlert,
  Undo2,
  UserRound,
  UserRoundX,
  UsersRound,
  Wallet,
  WifiOff,
  X,
  ZoomIn,
  ZoomOut,
} from "lucide-react";

type IconProps = { of: IconGlyph; size?: 14 | 16 | 20; tone?: ColourToken | undefined };

/**
 * An icon with a 1.5 px line at every size. Decorative: the text beside it, or the control's label, has the meaning.
 */
export const Icon = memo(function Icon({ of: Glyph, size = 16, tone }: IconProps) {
  const colour = tone && `var(--${tone})`;
  return <Glyph size={size} color={colour} strokeWidth={1.5} absoluteStrokeWidth aria-hidden="true" />;
});
